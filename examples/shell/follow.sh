#!/bin/sh
# Follows the orders and balances of the owner of a key. After a lost connection it continues with
# the first event that it has not printed.
set -eu
tukar=$(dirname "$0")/tukar.sh
position=$(mktemp)
trap 'rm -f "$position"' EXIT
trap 'exit 0' INT TERM

while :; do
  {
    "$tukar" GET /api/stream '' -N --speed-limit 1 --speed-time 45 \
      -H "Last-Event-ID: $(cat "$position")" -w '\nstatus: %{http_code}\n' || :
  } | while IFS= read -r line; do
    case $line in
    event:*) event=${line#event: } ;;
    data:*) echo "$event ${line#data: }" ;;
    id:*) echo "${line#id: }" > "$position" ;;
    'status: 408' | 'status: 429') ;;
    'status: 4'*) exit 1 ;;
    esac
  done
  sleep 1
done
