"""Calls Tukar with an API key. Needs nothing but Python."""

import hashlib
import hmac
import http.client
import json
import os
import time
import urllib.error
import urllib.request

URL = os.environ.get("TUKAR_URL", "http://127.0.0.1:3000")


class Refused(Exception):
    """The service refused a request: a status, and a key of `/api/errors`."""


def signature(method, path, body):
    """Returns the headers that sign one request. The service accepts them once, for five seconds."""
    timestamp = str(time.time_ns() // 1_000_000)
    text = f"{timestamp}\n{method}\n{path}\n".encode() + body
    secret = os.environ["TUKAR_SECRET_KEY"].encode()
    return {
        "X-API-KEY": os.environ["TUKAR_API_KEY"],
        "X-API-TIMESTAMP": timestamp,
        "X-API-SIGNATURE-VERSION": "2",
        "X-API-SIGNATURE": hmac.new(secret, text, hashlib.sha256).hexdigest(),
    }


def send(method, path, body=None, headers=None, signed=True, timeout=30):
    """Sends a request; returns the open response. Raises Refused, or OSError if there is none."""
    data = b"" if body is None else json.dumps(body).encode()
    every = {} if body is None else {"Content-Type": "application/json"}
    every |= (headers or {}) | (signature(method, path, data) if signed else {})
    request = urllib.request.Request(URL + path, data or None, every, method=method)
    try:
        return urllib.request.urlopen(request, timeout=timeout)
    except urllib.error.HTTPError as error:
        raise Refused(error.code, json.load(error)["message"]) from None


def call(method, path, body=None, headers=None):
    """Returns the data of the response."""
    with send(method, path, body, headers) as response:
        return json.load(response).get("data")


def follow(path, signed=True):
    """Yields the events of a stream. After a lost connection it resumes after the last one."""
    position = None
    while True:
        headers = {} if position is None else {"Last-Event-ID": position}
        try:
            with send("GET", path, headers=headers, signed=signed, timeout=45) as response:
                fields = {}
                for line in response:
                    name, _, value = line.decode().rstrip("\n").partition(": ")
                    if name:
                        fields[name] = value
                        continue
                    if "data" in fields:
                        yield fields["event"], json.loads(fields["data"])
                    position = fields.get("id", position)
                    fields = {}
        except Refused as refused:
            if refused.args[0] < 500 and refused.args[0] != 429:
                raise
        except (OSError, http.client.HTTPException):
            pass
        time.sleep(1)
