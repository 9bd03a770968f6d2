/* Each part is allocated by itself; a list holds them together. */
#include "parallel_no_omp.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    pthread_t thread;
    size_t from, length;
    void (*body)(size_t i, void *arg);
    void *arg;
};

static void *follow(void *p)
{
    struct node *node = p;

    while (node->length > 0) {
        node->length--;
        node->body(node->from + node->length, node->arg);
    }
    return NULL;
}

int parallel_for(size_t n, int threads, void (*body)(size_t i, void *arg),
                 void *arg)
{
    struct node *head = NULL;
    size_t left = n, parts;
    int error = 0;

    if (threads < 1)
        return EINVAL;
    for (parts = (size_t)threads; left > 0 && parts > 0 && !error; parts--) {
        struct node *node = malloc(sizeof *node);

        if (!node) {
            error = ENOMEM;
            break;
        }
        node->length = (left + parts - 1) / parts;
        node->from = left - node->length;
        left -= node->length;
        node->body = body;
        node->arg = arg;
        error = pthread_create(&node->thread, NULL, follow, node);
        if (error) {
            free(node);
        } else {
            node->next = head;
            head = node;
        }
    }
    while (head) {
        struct node *next = head->next;

        pthread_join(head->thread, NULL);
        free(head);
        head = next;
    }
    return error;
}
