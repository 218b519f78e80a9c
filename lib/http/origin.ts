import "server-only";
import { allowedHosts } from "../config/hosts.ts";
import type { Config } from "../config.ts";
import { Forbidden } from "../errors.ts";

/**
 * Refuses a request that reached this server under a foreign name, as a page that rebinds its own
 * name to this address does. The URL of a request says `localhost` whatever was asked for.
 * @throws {Forbidden}
 */
export function assertHost(request: Request, config: Config): void {
  const host = request.headers.get("host")?.toLowerCase() ?? "";
  if (!allowedHosts(config).has(host)) {
    throw new Forbidden(
      "This server does not answer under that name. Set PUBLIC_URL to the address people use.",
    );
  }
}

/**
 * Refuses a write that does not come from a page of this server: a missing, foreign or `null`
 * origin, all alike.
 * @throws {Forbidden}
 */
export function assertSameOrigin(request: Request, config: Config): void {
  const origin = request.headers.get("origin");
  const host = request.headers.get("host")?.toLowerCase();
  const { origin: publicOrigin, host: publicHost } = new URL(config.publicUrl);
  // Behind a proxy that asks under a name of its own, pages still have the public one. Whoever can
  // write http pages under the name of an https server is not that server.
  const isOwn = origin === publicOrigin || (host !== publicHost && origin === `http://${host}`);
  if (!isOwn) {
    throw new Forbidden(`Changes are accepted only from Errata's own pages, at ${publicOrigin}.`);
  }
}
