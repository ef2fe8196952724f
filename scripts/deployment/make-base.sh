#!/usr/bin/env bash
# Usage: make-base.sh <image>: stands in for node:24-bookworm-slim, made of what this machine has.
set -euo pipefail
container=$(buildah from scratch)
tree=$(buildah mount "$container")
add() { mkdir -p "$tree/$(dirname "$2")" && cp -rL "$1" "$tree/$2"; }

mkdir "$tree"/{proc,dev}
mkdir -m 1777 "$tree/tmp"
add "$(command -v node)" usr/local/bin/node
for program in sh env mkdir chown rm; do add "$(command -v $program)" "usr/bin/$program"; done
ln -s usr/bin "$tree/bin"

libraries=$(ldd "$tree"/usr/local/bin/node "$tree"/usr/bin/* | grep -oE '/\S+ \(0x' | cut -d' ' -f1 | sort -u)
libc=$(dirname "$(grep -m1 '/libc\.so' <<<"$libraries")")
# Parts of the C library that packages load and Node does not.
for library in $libraries "$libc"/lib{rt.so.1,pthread.so.0,dl.so.2,resolv.so.2}; do add "$library" "$library"; done

npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
add "$npm" usr/local/lib/node_modules/npm
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$tree/usr/local/bin/npm"
# Packages may come through a mirror with an authority of its own.
add "${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" usr/local/etc/ca.crt
printf 'registry=%s\ncafile=/usr/local/etc/ca.crt\n' "$(npm config get registry)" >"$tree/usr/local/etc/npmrc"

buildah config --env PATH=/usr/local/bin:/usr/bin "$container"
buildah commit --quiet --rm "$container" "$1" >/dev/null
