import { createReadStream, statSync } from "node:fs";
import { extname, join } from "node:path";
import { pipeline } from "node:stream";
import { keptFolder } from "./static-files.mjs";

/** @type {Record<string, string>} */
const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".js": "application/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/**
 * Returns a function that answers requests for static files of the running build while the next one is made in the same
 * folder, which deletes them: from the copies that were kept before that (static-files.mjs). It returns false for others.
 * @param {string} folder of the build, absolute
 * @returns {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => boolean}
 */
export function createKeptStaticFiles(folder) {
  return (request, response) => {
    const [, name] = /^\/_next\/static\/([\w.~/-]+)(?:\?|$)/.exec(request.url ?? "") ?? [];
    if (name === undefined || name.includes("..") || request.method !== "GET") return false;
    if (sizeOf(join(folder, "static", name)) !== null) return false;
    const file = join(keptFolder(folder), name);
    const size = sizeOf(file);
    if (size === null) return false;
    response.writeHead(200, {
      "content-type": TYPES[extname(name)] ?? "application/octet-stream",
      "content-length": size,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    // A browser that goes away ends both.
    pipeline(createReadStream(file), response, () => undefined);
    return true;
  };
}

/**
 * @param {string} path
 * @returns {number | null} null unless it is a file
 */
function sizeOf(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? found.size : null;
}
