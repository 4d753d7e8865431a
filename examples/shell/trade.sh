#!/bin/sh
# Shows the balances, places a limit order far below the market, and cancels it.
set -eu
tukar=$(dirname "$0")/tukar.sh

"$tukar" GET /api/users/coins
echo

# The order is placed once, however often this request is sent with this key.
key="example-$(openssl rand -hex 16)"
placed=$("$tukar" POST /api/exchange/venue/order \
  '{"side":"BUY","type":"LIMIT","txPair":"BTC_IDR","volume":"0.0001","price":"1500000000"}' \
  -H "Idempotency-Key: $key" --retry 3)
number=$(echo "$placed" | sed 's/.*order_no[\\": ]*\([^\\"]*\).*/\1/')
echo "placed $number"

"$tukar" DELETE "/api/exchange/venue/order/$number" > /dev/null
echo "cancelled $number"
