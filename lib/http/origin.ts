import "server-only";
import { allowedHosts } from "../config/hosts.ts";
import type { Config } from "../config.ts";
import { Forbidden } from "../errors.ts";

/**
 * Rejects requests with an unknown host, which prevents DNS rebinding. The header is checked because
 * the URL of a request always says `localhost`.
 * @throws {Forbidden}
 */
export function assertHost(request: Request, config: Config): void {
  const host = request.headers.get("host")?.toLowerCase() ?? "";
  if (!allowedHosts(config).has(host)) {
    throw new Forbidden(
      "This host name isn't allowed. Set PUBLIC_URL to the address that people use.",
    );
  }
}

/**
 * Rejects writes that don't come from a page of this server: the origin is missing, `null`, or
 * another one.
 * @throws {Forbidden}
 */
export function assertSameOrigin(request: Request, config: Config): void {
  const origin = request.headers.get("origin");
  const host = request.headers.get("host")?.toLowerCase();
  const { origin: publicOrigin, host: publicHost } = new URL(config.publicUrl);
  // A reverse proxy can send its own host while pages have the public origin. With the public host,
  // only the public origin counts: an http page isn't a page of an https server.
  const isOwn = origin === publicOrigin || (host !== publicHost && origin === `http://${host}`);
  if (!isOwn) {
    throw new Forbidden(
      `This request didn't come from Errata. Open ${publicOrigin} and try again.`,
    );
  }
}
