import { BlockList, isIP } from "node:net";

/**
 * Returns a function from a request to its client's address, which limits attempts to sign in and the size
 * of requests. A proxy's `X-Forwarded-For` counts only if the proxy is trusted, as any other client could
 * set it to anything. Of several proxies in a row, all have to be trusted.
 * @param {string} proxies addresses and networks (`10.0.0.0/8`), separated by commas, in addition to this
 * machine's own; invalid ones are ignored, because the configuration reports them
 */
export function createClientAddress(proxies) {
  const trusted = new BlockList();
  for (const proxy of ["127.0.0.0/8", "::1", ...proxies.split(",")]) trust(trusted, proxy.trim());

  /** @param {string} address */
  const isTrusted = (address) => {
    const version = isIP(address);
    return version !== 0 && trusted.check(address, version === 6 ? "ipv6" : "ipv4");
  };

  /** @param {Pick<import("node:http").IncomingMessage, "headers"> & { socket: { remoteAddress?: string } }} request */
  return ({ socket, headers }) => {
    const forwarded = String(headers["x-forwarded-for"] ?? "")
      .split(",")
      .map((address) => withoutPort(address.trim()))
      .filter((address) => address !== "");
    let client = withoutMapping(socket.remoteAddress ?? "");
    while (forwarded.length > 0 && isTrusted(client)) {
      client = withoutMapping(forwarded.pop() ?? "");
    }
    return client;
  };
}

/**
 * @param {BlockList} list
 * @param {string} proxy
 */
function trust(list, proxy) {
  const [address = "", bits] = proxy.split("/");
  const version = isIP(address);
  if (version === 0) return;
  const most = version === 6 ? 128 : 32;
  const prefix = bits === undefined ? most : Number(bits);
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > most) return;
  list.addSubnet(address, prefix, version === 6 ? "ipv6" : "ipv4");
}

/**
 * Returns an address without its port, which some proxies add: it would make every connection a client of its own.
 * @param {string} address `203.0.113.9:5678` or `[2001:db8::1]:5678`
 */
function withoutPort(address) {
  const [, inBrackets, plain] = /^(?:\[([^\]]*)\](?::\d*)?|([^:]*):\d*)$/.exec(address) ?? [];
  return inBrackets ?? plain ?? address;
}

/**
 * Returns an IPv4 address that came as IPv6 (`::ffff:192.0.2.1`) in its own form.
 * @param {string} address
 */
function withoutMapping(address) {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
