#include "CImageFence.h"
