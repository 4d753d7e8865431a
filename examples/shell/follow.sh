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
    # 22: the service refused the request.
    "$tukar" GET /api/stream '' -N --speed-limit 1 --speed-time 45 \
      -H "Last-Event-ID: $(cat "$position")" || [ $? -ne 22 ] || echo 'refused: '
  } | while IFS= read -r line; do
    case $line in
    event:*) event=${line#event: } ;;
    data:*) echo "$event ${line#data: }" ;;
    id:*) echo "${line#id: }" > "$position" ;;
    refused:*) exit 1 ;;
    esac
  done
  sleep 1
done
