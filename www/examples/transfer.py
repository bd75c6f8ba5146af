# Rail v1 in Python, with cast as the wallet; ORIGIN, RPC_URL and KEY as in transfer.sh.
import json, os, subprocess, time, urllib.error, urllib.request

def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} if data else {}
    request = urllib.request.Request(os.environ["ORIGIN"] + path, data, headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)

def until(path, body=None):
    while True:
        status, answer = call(path, body)
        if status == 200:
            return answer
        if status != 202:
            raise RuntimeError(f"{status} {answer}")
        time.sleep(1)

wanted = {"tier": "basic", "payload": "Sales were 1,250, 1,410 and 1,395 units, a total of 4,155 units."}
_, order = call("/v1/verify", wanted)
job, pay = {"job_id": order["job_id"]}, order["payment_options"]["transaction"]
send = ["cast", "send", "--json", "--rpc-url", os.environ["RPC_URL"],
        "--private-key", os.environ["KEY"], pay["to"], pay["data"]]
receipt = json.loads(subprocess.run(send, check=True, capture_output=True).stdout)
until("/v1/webhook/payment", job | {"tx_hash": receipt["transactionHash"]})
call("/v1/verify", wanted | job)
print(until(f"/v1/job/{order['job_id']}")["verdict"])
