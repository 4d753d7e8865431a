"""Shows the balances, places a limit order far below the market, and cancels it."""

import json
import uuid

from tukar import call

for coin in call("GET", "/api/users/coins"):
    if coin["balance"] != "0":
        print(coin["symbol"], coin["balance"])

order = {"side": "BUY", "type": "LIMIT", "txPair": "BTC_IDR", "volume": "0.0001", "price": "1500000000"}
# The order is placed once, however often this request is sent with this key.
key = str(uuid.uuid4())
placed = call("POST", "/api/exchange/venue/order", order, {"Idempotency-Key": key})
number = json.loads(placed)["order_no"]
print("placed", number)

call("DELETE", f"/api/exchange/venue/order/{number}")
print("cancelled", number)
