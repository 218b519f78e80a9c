import "server-only";
import { processLog } from "../log.ts";

/** Logs why a page couldn't be shown. `digest` is the number that Next gives its error page. */
export function logFailedPage(err: unknown): void {
  const digest = err instanceof Error && "digest" in err ? err.digest : undefined;
  processLog().error({ err, digest }, "a page couldn't be shown");
}
