// The attestation service of the local chain does what anchors need of the one on Base.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { toFunctionSelector, toHex } from "viem";
import { eas, eas_abi } from "../lib/eas.mjs";

const fresh_hash = () => toHex(randomBytes(32));

export default function (test) {
    test("a stamped hash is found by its value alone", async ({ chain }) => {
        const { stamp, time_of, stamps } = eas(chain);
        const hashes = [fresh_hash(), fresh_hash(), fresh_hash()];
        assert.equal(await time_of(hashes[0]), 0n);
        const { status, blockNumber, transactionHash } = await stamp(hashes);
        assert.equal(status, "success");
        const { timestamp } = await chain.client.getBlock({ blockNumber });
        for (const hash of hashes) {
            assert.equal(await time_of(hash), timestamp);
            const [log] = await stamps({ data: hash });
            assert.equal(log.transactionHash, transactionHash);
        }
    });

    test("one hash of a batch that was stamped before reverts all of it", async ({ chain }) => {
        const { stamp, time_of } = eas(chain);
        const [old, fresh] = [fresh_hash(), fresh_hash()];
        await stamp([old]);
        assert.equal((await stamp([fresh, old])).status, "reverted");
        assert.equal(await time_of(fresh), 0n);
    });

    test("its functions have the selectors of the predeployed contract", () => {
        const selector = (name) =>
            toFunctionSelector(
                eas_abi.find((item) => item.type === "function" && item.name === name),
            );
        assert.equal(selector("timestamp"), "0x4d003070");
        assert.equal(selector("multiTimestamp"), "0xe71ff365");
        assert.equal(selector("getTimestamp"), "0xd45c4435");
    });
}
