#define _GNU_SOURCE
#include "CTemporaryFiles.h"

#include <errno.h>
#include <ftw.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LONGEST_PATH 4096

/* An entry is never freed, but used again. */
enum state { UNUSED, CHANGING, USED };

struct entry {
  struct entry *next;
  _Atomic(enum state) state;
  char path[LONGEST_PATH];
};

typedef _Atomic(struct entry *) list;

static list files, folders;
static atomic_bool is_leaving;

static bool change(struct entry *entry, enum state from, enum state to) {
  return atomic_compare_exchange_strong(&entry->state, &from, to);
}

static struct entry *unused_entry(list *list) {
  for (struct entry *entry = atomic_load(list); entry; entry = entry->next)
    if (change(entry, UNUSED, CHANGING)) return entry;
  struct entry *entry = malloc(sizeof *entry);
  if (!entry) return NULL;
  atomic_init(&entry->state, CHANGING);
  entry->next = atomic_load(list);
  while (!atomic_compare_exchange_weak(list, &entry->next, entry)) {}
  return entry;
}

void twh_temporary_file_add(const char *path) {
  if (strlen(path) >= LONGEST_PATH) return;
  struct entry *entry = unused_entry(&files);
  while (atomic_load(&is_leaving)) pause();
  if (!entry) return;
  strcpy(entry->path, path);
  atomic_store(&entry->state, USED);
}

int twh_output_folder_make(const char *path) {
  if (strlen(path) >= LONGEST_PATH) return ENAMETOOLONG;
  struct entry *entry = unused_entry(&folders);
  while (atomic_load(&is_leaving)) pause();
  if (!entry) return ENOMEM;
  strcpy(entry->path, path);
  int error = mkdir(path, 0777) == 0 ? 0 : errno;
  atomic_store(&entry->state, error == 0 ? USED : UNUSED);
  return error;
}

void twh_temporary_file_forget(const char *path) {
  for (struct entry *entry = atomic_load(&files); entry; entry = entry->next)
    if (atomic_load(&entry->state) == USED && strcmp(entry->path, path) == 0)
      change(entry, USED, UNUSED);
}

/* Whether `path` is `folder` or lies in it. */
static bool is_within(const char *folder, const char *path) {
  size_t length = strlen(folder);
  return strncmp(folder, path, length) == 0 && (path[length] == 0 || path[length] == '/');
}

/* Those above `path`, or all; the innermost is empty first. */
static void remove_folders(const char *path) {
  for (bool again = true; again;) {
    again = false;
    for (struct entry *entry = atomic_load(&folders); entry; entry = entry->next) {
      if (atomic_load(&entry->state) != USED || (path && !is_within(entry->path, path))) continue;
      if (rmdir(entry->path) == 0) again |= change(entry, USED, UNUSED);
    }
  }
}

void twh_output_folders_remove_above(const char *path) { remove_folders(path); }

static int remove_one(
  const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status;
  (void)kind;
  (void)place;
  return remove(path);
}

void twh_temporary_files_remove_all(void) {
  atomic_store(&is_leaving, true);
  for (struct entry *entry = atomic_load(&files); entry; entry = entry->next)
    if (atomic_load(&entry->state) == USED && unlink(entry->path) != 0)
      nftw(entry->path, remove_one, 4, FTW_DEPTH | FTW_PHYS);
  remove_folders(NULL);
}

/* MARK: The giving of names */

static atomic_uintptr_t namer;
static atomic_bool has_names;

void twh_naming_begin(void) { atomic_store(&namer, (uintptr_t)pthread_self()); }

void twh_naming_end(void) { atomic_store(&namer, 0); }

void twh_naming_wait(void) {
  for (int i = 0; i < 1000; i++) {
    uintptr_t thread = atomic_load(&namer);
    if (thread == 0 || thread == (uintptr_t)pthread_self()) return;
    usleep(1000);
  }
}

void twh_name_given(void) { atomic_store(&has_names, true); }

bool twh_has_names_given(void) { return atomic_load(&has_names); }
