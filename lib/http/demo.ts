import "server-only";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/** @throws {AppError} `forbidden` if the request would change something in a demo */
export function assertNotDemo({ method }: Request, { demo }: Config): void {
  if (!demo || READING.has(method)) return;
  throw new AppError(
    "forbidden",
    "This demo is read-only, so nothing was changed. Install Errata to try this yourself.",
    // Marked as final, so that browsers don't keep the change to send it again.
    { isRefusal: true },
  );
}
