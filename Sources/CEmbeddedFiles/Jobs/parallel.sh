#!/bin/sh
# GNU parallel: as many shards at a time as there are processors.
# Afterwards: <<merge>>
shard() {
<<retrying>>
}
if [ $# -eq 2 ] && [ "$1" = --shard ]; then shard "$2"; fi
seq <<shards>> | exec parallel -q --joblog twheader-batch.log sh "$0" --shard {}
