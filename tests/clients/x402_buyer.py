"""Posts the JSON of standard input once, and pays with the published x402 client.

python x402_buyer.py requests|httpx URL [NAME:VALUE...], the key in PRIVATE_KEY. Prints the answer.
"""

import asyncio
import os
import sys

from eth_account import Account
from x402 import x402Client, x402ClientSync
from x402.http.clients.httpx import x402HttpxClient
from x402.http.clients.requests import x402_requests
from x402.mechanisms.evm.exact import register_exact_evm_client

TIMEOUT_S = 60
# Without a word of its owner the client pays one dollar at most, and refuses dearer products.
CONTROLS = {"max_amount_per_payment": "$10"}


def with_requests(account, url, headers, body):
    client = register_exact_evm_client(x402ClientSync(), account).set_spend_controls(CONTROLS)
    with x402_requests(client) as session:
        return session.post(url, data=body, headers=headers, timeout=TIMEOUT_S).text


async def with_httpx(account, url, headers, body):
    client = register_exact_evm_client(x402Client(), account).set_spend_controls(CONTROLS)
    async with x402HttpxClient(client, timeout=TIMEOUT_S) as session:
        return (await session.post(url, content=body, headers=headers)).text


def main():
    library, url, *named = sys.argv[1:]
    headers = {"content-type": "application/json", **dict(each.split(":", 1) for each in named)}
    account = Account.from_key(os.environ["PRIVATE_KEY"])
    body = sys.stdin.buffer.read()
    if library == "requests":
        print(with_requests(account, url, headers, body))
    else:
        print(asyncio.run(with_httpx(account, url, headers, body)))


main()
