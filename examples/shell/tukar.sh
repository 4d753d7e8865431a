#!/bin/sh
# Calls Tukar with an API key: needs curl and openssl. What follows the body goes to curl.
#
#     export TUKAR_API_KEY=… TUKAR_SECRET_KEY=…
#     ./tukar.sh GET /api/users/coins
#     ./tukar.sh POST /api/some/path '{"a":"1"}' -H 'Idempotency-Key: 1'
#
# TUKAR_URL names another place than http://127.0.0.1:3000.
# openssl takes the secret as an argument, which other users of this machine may see while it runs.
set -eu

base=${TUKAR_URL:-http://127.0.0.1:3000}
: "${TUKAR_API_KEY:?set it to the apiKey that you were shown}"
: "${TUKAR_SECRET_KEY:?set it to the secretKey that you were shown}"
method=${1:-GET}
path=${2:-/api/users/me}
body=${3:-}
shift $(($# > 3 ? 3 : $#))

# Milliseconds; a `date` without nanoseconds gives whole seconds, which are near enough.
now=$(date +%s%3N)
case $now in
*[!0-9]* | ??????????) now=$(date +%s)000 ;;
esac

# Time, method and path with query, each followed by a line feed, then the body as it is.
signature=$(
  printf '%s\n%s\n%s\n%s' "$now" "$method" "$path" "$body" |
    openssl dgst -sha256 -hmac "$TUKAR_SECRET_KEY" |
    sed 's/^.* //'
)

set -- "$@" -sS --fail-with-body -X "$method" "$base$path" \
  -H "X-API-KEY: $TUKAR_API_KEY" \
  -H "X-API-TIMESTAMP: $now" \
  -H 'X-API-SIGNATURE-VERSION: 2' \
  -H "X-API-SIGNATURE: $signature"
if [ -n "$body" ]; then
  set -- "$@" -H 'Content-Type: application/json' --data-binary "$body"
fi
exec curl "$@"
