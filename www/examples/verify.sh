# A result against the chain, with curl, sha256sum, jq and cast; JOB_URL and RPC_URL in the environment.
job=$(curl -sSf "$JOB_URL")
hash=0x$(curl -sSf "$JOB_URL/artifact" | sha256sum | cut -d ' ' -f 1)
[ "$hash" = "$(jq -r .result_hash <<<"$job")" ] || { echo "the service says another hash" >&2; exit 1; }
eas=0x4200000000000000000000000000000000000021
stamped=$(cast call --rpc-url "$RPC_URL" $eas 'getTimestamp(bytes32)(uint64)' "$hash" | cut -d ' ' -f 1)
if [ "$stamped" != 0 ]; then
    echo "$hash" "$(date -u -d "@$stamped" +%Y-%m-%dT%H:%M:%S.000Z)"
else # method selfsend: the hash is in the calldata of a transaction
    tx=$(jq -r '.anchor.tx_hash // empty' <<<"$job")
    [ "$tx" ] || { echo "not anchored yet" >&2; exit 1; }
    status=$(cast receipt --json --rpc-url "$RPC_URL" "$tx" | jq -r .status)
    input=$(cast tx --rpc-url "$RPC_URL" "$tx" input)
    [[ $status = 0x1 && $input = *${hash#0x}* ]] || { echo "not anchored there" >&2; exit 1; }
    echo "$hash" "$tx"
fi
