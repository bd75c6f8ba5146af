// @x402/fetch: the same header again until the answer is there, so that nothing is signed twice.
const patient = async (input, init) => {
    const request = new Request(input, init);
    for (let tries = 0; tries < 60; ++tries) {
        const answer = await fetch(request.clone()).catch(() => undefined);
        if (answer?.status <= 500) return answer; // 500: a job that failed
        await new Promise((later) => setTimeout(later, 2000));
    }
    throw new Error("still undecided: send the same request later");
};
const buy = wrapFetchWithPayment(patient, client);
