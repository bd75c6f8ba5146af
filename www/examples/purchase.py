# Rail v2 in Python's own library, with cast as the signer; ORIGIN is the service, KEY the buyer's key.
import base64, http.client, json, os, secrets, subprocess, time, urllib.error, urllib.request

LIMIT = 5_000_000  # never sign for more than 5 USDC

def call(url, body=None, **headers):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **headers})
    try:
        try:
            answer = urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as refusal:
            answer = refusal
        return answer.status, json.load(answer)
    except (OSError, ValueError, http.client.HTTPException):  # a lost answer, or a proxy's own words
        return 0, {"retryable": True}

def cast(*words):
    command = ["cast", "wallet", *words, "--private-key", os.environ["KEY"]]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

def fields(text):
    return [dict(zip(("type", "name"), field.split())) for field in text.split(", ")]

def sign(terms):
    wanted = terms["accepts"][0]
    assert wanted["scheme"] == "exact" and int(wanted["amount"]) <= LIMIT
    authorization = {
        "from": cast("address"), "to": wanted["payTo"], "value": wanted["amount"], "validAfter": "0",
        "validBefore": str(int(time.time()) + wanted["maxTimeoutSeconds"]),
        "nonce": "0x" + secrets.token_hex(32),
    }
    typed = {
        "primaryType": "TransferWithAuthorization",
        "types": {
            "EIP712Domain": fields(
                "string name, string version, uint256 chainId, address verifyingContract"),
            "TransferWithAuthorization": fields(
                "address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, "
                "bytes32 nonce"),
        },
        "domain": {
            **{key: wanted["extra"][key] for key in ("name", "version")},
            "chainId": int(wanted["network"].split(":")[1]), "verifyingContract": wanted["asset"],
        },
        "message": authorization,
    }
    signature = cast("sign", "--data", json.dumps(typed))
    payment = {
        "x402Version": 2, "accepted": wanted, "resource": terms["resource"],
        "extensions": terms["extensions"],
        "payload": {"signature": signature, "authorization": authorization},
    }
    return base64.b64encode(json.dumps(payment).encode()).decode()

url = os.environ["ORIGIN"] + "/v2/verify/basic"
request = {"payload": "Sales were 1,250, 1,410 and 1,395 units, a total of 4,155 units."}
_, terms = call(url, request)
header = sign(terms)
with open("payment.b64", "w") as kept:  # should this script end early: send it again, sign no other
    kept.write(header)
while True:  # the same header again finds what it bought, and is never charged twice
    status, job = call(url, request, **{"PAYMENT-SIGNATURE": header})
    if not job.get("retryable"):
        break
    time.sleep(2)
poll_url = job.get("poll_url")  # none: it was refused
while status == 202 or job.get("retryable"):
    time.sleep(1)
    status, job = call(poll_url, Prefer="wait=25")
print(job.get("verdict", job))
