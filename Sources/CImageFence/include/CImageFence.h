#ifndef CIMAGEFENCE_H
#define CIMAGEFENCE_H
#endif
