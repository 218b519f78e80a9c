import "server-only";
import type { Config } from "../config.ts";

/** Returns the accepted `Host` headers: loopback and HOST, each with the port, and PUBLIC_URL's host. */
export function allowedHosts({ host, port, publicUrl }: Config): Set<string> {
  const listening = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const names = ["localhost", "127.0.0.1", "[::1]", listening.toLowerCase()];
  return new Set([...names.map((name) => `${name}:${port}`), new URL(publicUrl).host]);
}
