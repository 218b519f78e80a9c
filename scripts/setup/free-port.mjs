import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

// Below the ports that systems give to outgoing connections and to servers that ask for any port, so that
// none of those takes a port between the moment it's found and the moment its server listens.
const [LOWEST, HIGHEST] = [20_000, 32_000];

/** Returns a port of the loopback address that is free at the moment. */
export async function freePort() {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
}

/** @param {number} port */
async function isFree(port) {
  const probe = createServer();
  try {
    probe.listen(port, "127.0.0.1");
    await once(probe, "listening");
  } catch {
    return false;
  }
  probe.close();
  await once(probe, "close");
  return true;
}
