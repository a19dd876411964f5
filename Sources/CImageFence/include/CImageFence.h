#ifndef CIMAGEFENCE_H
#define CIMAGEFENCE_H

#include "gif_writer.h"

#endif
