#!/bin/sh
# Runs in the container of PostgreSQL when its volume is empty: the database with its two roles (docs/guide/database.md), whose passwords
# are in the addresses that the service uses.
set -eu
password() { sed 's|^[^:]*://[^:]*:\([^@]*\)@.*|\1|' "${SECRETS:-/run/secrets}/$1"; }

psql --quiet --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres \
  --set=owner="$(password database_owner)" --set=service="$(password database_service)" <<'SQL'
create role remembrance_owner login password :'owner';
create role remembrance_service login password :'service';
create database remembrance owner remembrance_owner;
SQL
