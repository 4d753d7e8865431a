#!/bin/sh
# Patroni runs it once, on the first primary, with the URL of that server.
set -eu
psql "$1" -v ON_ERROR_STOP=1 -v password="$TUKAR_PASSWORD" <<'SQL'
create role tukar login password :'password';
create database tukar owner tukar;
revoke connect, temporary on database tukar from public;
SQL
