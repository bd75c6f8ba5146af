// Waiting for a transaction to be in a block.
import { eventually } from "./process.mjs";

// The receipt of a transaction that is in a block, or soon will be. viem's own wait looks again when
// the number of the newest block changes, and of two waits of one client only the first looks when it
// begins: on a chain that makes a block for each transaction, the second may never look again.
export function receipt_of(client, hash) {
    const look = () =>
        client.getTransactionReceipt({ hash }).catch((error) => {
            if (error.name !== "TransactionReceiptNotFoundError") throw error;
        });
    // Blocks take a millisecond: a longer pause would be most of what a sale takes.
    return eventually(`the receipt of ${hash}`, look, { interval_ms: 2 });
}
