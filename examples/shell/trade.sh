#!/bin/sh
# Shows the balances, places a limit order far below the market, and cancels it.
set -eu
tukar=$(dirname "$0")/tukar.sh

"$tukar" GET /api/users/coins
echo

# The order is placed once, however often this request is sent with this key. A signature is
# accepted once, so each try is signed anew.
key="example-$(openssl rand -hex 16)"
order='{"side":"BUY","type":"LIMIT","txPair":"BTC_IDR","volume":"0.0001","price":"1500000000"}'
tries=1
until placed=$("$tukar" POST /api/exchange/venue/order "$order" \
  -H "Idempotency-Key: $key" -w '\nstatus %{http_code}'); do
  case ${placed##*status } in
  408 | 409 | 429) ;;
  4*) tries=4 ;;
  esac
  [ "$tries" -lt 4 ] || { echo "$placed" >&2; exit 1; }
  tries=$((tries + 1))
  sleep 1
done
number=$(echo "$placed" | sed -n 's/.*order_no[\\": ]*\([^\\"]*\).*/\1/p')
echo "placed $number"

"$tukar" DELETE "/api/exchange/venue/order/$number" > /dev/null
echo "cancelled $number"
