# Rail v1 with curl, jq and cast; ORIGIN, RPC_URL and KEY are the service, a node and the buyer's key.
request='{"tier": "basic", "payload": "Sales were 1,250, 1,410 and 1,395 units, a total of 4,155 units."}'
order=$(curl -sS --json "$request" "$ORIGIN/v1/verify")
job=$(jq -r .job_id <<<"$order")
pay=$(jq -r '.payment_options.transaction | .to + " " + .data' <<<"$order")
tx=$(cast send --json --rpc-url "$RPC_URL" --private-key "$KEY" $pay | jq -r .transactionHash)
notice=$(jq -n --arg job_id "$job" --arg tx_hash "$tx" '$ARGS.named')
until [ "$(curl -sS -o /dev/null -w '%{http_code}' --json "$notice" "$ORIGIN/v1/webhook/payment")" = 200 ]
do sleep 1; done
curl -sS --json "$(jq --arg job_id "$job" '. + $ARGS.named' <<<"$request")" "$ORIGIN/v1/verify" >/dev/null
until curl -sS "$ORIGIN/v1/job/$job" | tee result.json | jq -e '.status == "complete"' >/dev/null
do sleep 1; done
jq -r .verdict result.json
