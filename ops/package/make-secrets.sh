#!/usr/bin/env bash
# Makes the secrets of compose.yaml, once: files that exist already stay. The folder is closed to
# other users; its files are open, because containers mount them and read them as their own user.
set -euo pipefail
umask 077
folder=${1:-$(dirname "${BASH_SOURCE[0]}")/secrets}
mkdir -p "$folder"

make() {
  if [[ -s $folder/$1 ]]; then return; fi
  printf '%s' "$2" >"$folder/$1.new"
  chmod 444 "$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
  echo "made $folder/$1"
}

make app_key "$(openssl rand -base64 32)"
make database_password "$(openssl rand -hex 24)"
make database_url "postgresql://tukar:$(<"$folder/database_password")@postgres:5432/tukar"
