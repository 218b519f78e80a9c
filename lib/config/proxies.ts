import "server-only";
import { isIP } from "node:net";
import { z } from "zod";

/** Addresses and networks of proxies, separated by commas. scripts/setup/client-address.mjs reads them. */
export const proxyList = z
  .string()
  .refine((list) => list.split(",").every((proxy) => isNetwork(proxy.trim())), {
    message: "must be IP addresses or networks, for example 10.0.0.5,172.16.0.0/12",
  });

function isNetwork(text: string): boolean {
  const [address = "", bits = "0", ...rest] = text.split("/");
  const most = isIP(address) === 6 ? 128 : 32;
  return isIP(address) !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}
