"""Follows the market; everybody may."""

import sys

from tukar import follow

symbols = sys.argv[1] if len(sys.argv) > 1 else "BTC_IDR,ETH_IDR"
for event, data in follow(f"/api/stream/market?symbols={symbols}", signed=False):
    if event == "ticker":
        print(data["txPair"], data["price"], flush=True)
