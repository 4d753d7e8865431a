"""Follows the orders and balances of the owner of a key."""

from tukar import follow

for event, data in follow("/api/stream"):
    if event == "start":
        # What happened before it is in the lists: read them again.
        print("resumed" if data["resumed"] else "started", flush=True)
    if event == "order":
        print("order", data["order_no"], data["status"], flush=True)
    if event == "balance":
        print("balance", data["symbol"], data["available"], flush=True)
