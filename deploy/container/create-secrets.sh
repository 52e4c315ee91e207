#!/bin/sh
# Creates the secrets of compose.yaml in ./secrets, as root and once: it leaves those that exist, and lets the containers read them. It reads
# the address of the mail server from its input.
set -eu
cd "$(dirname "$0")/../.."
umask 077
mkdir -p secrets
chmod 700 secrets

# Writes a file that the containers of the service (10001) and of PostgreSQL (group 999) may read, and nobody else.
store() {
  [ -e "secrets/$1" ] || printf '%s\n' "$2" > "secrets/$1"
  chmod 440 "secrets/$1"
  chown 10001:999 "secrets/$1"
}
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

smtp_url=
if [ ! -e secrets/smtp_url ]; then
  echo 'The address of your mail server, such as smtps://<user>:<password>@<server>:'
  read -r smtp_url || true
  if [ -z "$smtp_url" ]; then
    echo 'No address was given, so no secret was created. Run this again.' >&2
    exit 1
  fi
fi
store smtp_url "$smtp_url"
store database_administrator "$(random)"
store database_owner "postgres://remembrance_owner:$(random)@database/remembrance"
store database_service "postgres://remembrance_service:$(random)@database/remembrance"
store secret "$(random)"
echo 'The secrets are in ./secrets. Keep a copy of secrets/secret in a safe place: without it no backup can be read.'
