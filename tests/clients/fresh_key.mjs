import { randomBytes } from "node:crypto";

// Makes the key of a wallet that is used for the first time.
export const fresh_key = () => `0x${randomBytes(32).toString("hex")}`;
