#!/bin/sh
# Runs a command and restarts it when it crashes, with growing pauses. `npm start` becomes this shell, which needs less than a megabyte;
# elsewhere systemd or a container does the same (docs/guide/watching.md).
# After a wrong setting (exit code 1) it does not restart. After anything else it never gives up, because a database may return after an
# hour. The longest pause and a start together take at most 15 s.
pause=1
child=''
stopping=''
# A terminal sends Ctrl-C to the child too; the child stops once, however many signals it gets.
trap 'stopping=yes; interrupted=yes; [ -n "$child" ] && kill -TERM "$child" 2>/dev/null' INT TERM HUP

while :; do
  began=$(date +%s)
  "$@" <&0 &
  child=$!
  [ -n "$stopping" ] && kill -TERM "$child" 2>/dev/null
  # A signal ends `wait` even if the child still runs; only an uninterrupted `wait` returns the child's own exit code.
  interrupted=yes
  while [ -n "$interrupted" ]; do
    interrupted=''
    wait "$child"
    status=$?
  done
  child=''
  if [ "$status" -le 1 ] || [ -n "$stopping" ]; then exit "$status"; fi

  now=$(date +%s)
  [ $((now - began)) -ge 60 ] && pause=1
  line="The service ended with code $status; it is started again in $pause s."
  [ -t 2 ] || line="{\"level\":\"error\",\"time\":\"$(date -u +%Y-%m-%dT%H:%M:%SZ)\",\"msg\":\"$line\"}"
  echo "$line" >&2
  sleep "$pause" &
  wait $!
  [ -n "$stopping" ] && exit 0
  pause=$((pause < 8 ? pause * 2 : 8))
done
