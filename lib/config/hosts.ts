import "server-only";
import type { Config } from "../config.ts";

/**
 * The `Host` values under which the server answers: loopback at its port, the address that it
 * listens on, and PUBLIC_URL's.
 */
export function allowedHosts({ host, port, publicUrl }: Config): Set<string> {
  const listening = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const names = ["localhost", "127.0.0.1", "[::1]", listening.toLowerCase()];
  return new Set([...names.map((name) => `${name}:${port}`), new URL(publicUrl).host]);
}
