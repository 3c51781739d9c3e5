#!/bin/sh
# Installs what `npm run test:cluster` needs beside Node, on Debian 12 or newer, as root.
set -e
apt-get update
apt-get install --yes --no-install-recommends \
  buildah crun debootstrap fuse-overlayfs haproxy iproute2 openssl pgbackrest pgbouncer postgresql prometheus systemd util-linux
