// Rail v1 with viem: order, transfer, tell the webhook, ask again.
async function buy(origin, request, wallet) {
    const post = (path, body) =>
        fetch(new URL(path, origin), {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body),
        });
    const order = await (await post("/v1/verify", request)).json();
    const { to, data } = order.payment_options.transaction;
    const tx_hash = await wallet.sendTransaction({ to, data });
    const until = async (ask) => {
        for (;;) {
            const answer = await ask();
            const json = await answer.json();
            if (answer.status === 200) return json;
            if (answer.status !== 202) throw new Error(`${answer.status} ${JSON.stringify(json)}`);
            await new Promise((later) => setTimeout(later, 1000));
        }
    };
    await until(() => post("/v1/webhook/payment", { job_id: order.job_id, tx_hash }));
    await post("/v1/verify", { ...request, job_id: order.job_id });
    return until(() => fetch(new URL(`/v1/job/${order.job_id}`, origin)));
}
