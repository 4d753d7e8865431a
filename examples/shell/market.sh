#!/bin/sh
# Follows the market; everybody may. Each connection begins with its whole state.
set -eu

while :; do
  curl -sSN --fail --speed-limit 1 --speed-time 45 \
    "${TUKAR_URL:-http://127.0.0.1:3000}/api/stream/market?symbols=${1:-BTC_IDR,ETH_IDR}" |
    while IFS='"' read -r _ first _ pair _ second _ price _; do
      [ "$first $second" != 'txPair price' ] || echo "$pair $price"
    done
  sleep 1
done
