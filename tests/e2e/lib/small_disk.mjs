// A disk so small that a test can fill it: a tmpfs, which only root can mount.
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "./paths.mjs";
import { start_process } from "./process.mjs";

// Its own process holds the mount and takes it away when it is told to, or when this process dies.
const k_holder = `
trap 'umount -l "$1"; kill $!; exit 0' TERM
mount -t tmpfs -o "size=$2,mode=0700" tmpfs "$1" || exit 1
echo mounted
sleep infinity & wait
`;

// Returns {path, fill(), make_room(), close()}, or undefined with the reason printed.
export async function open_small_disk(size) {
    mkdirSync(scratch, { recursive: true });
    const path = mkdtempSync(join(scratch, "disk-"));
    const holder = start_process("sh", ["-c", k_holder, "holder", path, size], {
        bound_signal: "TERM",
    });
    const filler = join(path, "filler");
    const close = async () => {
        await holder.stop();
        rmdirSync(path); // fails while anything is mounted
    };
    try {
        await holder.until_logged(/^mounted$/m, 10_000);
    } catch (error) {
        const [reason] = (holder.log() || error.message).split("\n");
        console.log(`skipped, no small disk can be mounted: ${reason}`);
        await close();
        return undefined;
    }
    return { path, fill: () => fill(filler), make_room: () => rmSync(filler), close };
}

// Takes all the room that is left.
function fill(file) {
    const block = Buffer.alloc(4096, "x");
    const handle = openSync(file, "a");
    try {
        for (;;) writeSync(handle, block);
    } catch (error) {
        if (error.code !== "ENOSPC") throw error;
    } finally {
        closeSync(handle);
    }
}
