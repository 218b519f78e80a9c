import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's top folder, without a trailing slash. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** The pinned Node, which may differ from the one that started the command. */
export const node = join(root, "node_modules/node/bin/node");

export const next = join(root, "node_modules/next/dist/bin/next");

/** A failure that the user can fix: only its message is printed. */
export class UserError extends Error {}
