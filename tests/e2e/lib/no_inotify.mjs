// A machine whose inotify instances (128 for each user) are used up by others: a user namespace has a
// bound of its own.
import { spawnSync } from "node:child_process";

// Of option `wrapper` of a stack. Without a root inside: nginx would want to become another user.
const k_wrapper = [
    ...["unshare", "--user", "--map-root-user", "sh", "-c"],
    'echo 0 >/proc/sys/user/max_inotify_instances && exec unshare --user --map-user=1000 "$@"',
    "sh",
];

// undefined after a line that says why not.
export function without_inotify() {
    const tried = spawnSync(k_wrapper[0], [...k_wrapper.slice(1), "true"], { encoding: "utf8" });
    if (tried.status === 0) return k_wrapper;
    console.log(`skipped, no user namespace without inotify can be made: ${tried.stderr.trim()}`);
    return undefined;
}
