import { afterEach, beforeEach } from "vitest";
import { systemClock } from "../../lib/clock.ts";
import type { Jobs } from "../../lib/jobs/jobs.ts";
import { createLog } from "../../lib/log.ts";
import { createRequestBudget } from "../../lib/platform-client/budget.ts";
import { createPlatformClient } from "../../lib/platform-client/client.ts";
import { networkTransport } from "../../lib/platform-client/transport.ts";
import type { engines } from "./databases.ts";
import { openLedger } from "./ledger.ts";
import { openLedgerRig } from "./ledger-rig.ts";
import { type MisbehavingPlatform, startMisbehavingPlatform } from "./misbehaving-platform.ts";

/** Opens a ledger that talks to a hosted platform over HTTP. Each test gets a new platform. */
export function openHostedRig(engine: (typeof engines)[number]) {
  const rig = openLedgerRig(engine);
  const hosted = {
    rig,
    /** Opens a ledger as another process would, by default on the rig's clock. */
    ledger: (clock = { now: () => rig.now }): Jobs => {
      const { database } = rig;
      const log = createLog("silent", () => []);
      const allowance = () => ({ limit: 1_000, reserve: 0 });
      const budget = createRequestBudget({ database, clock: systemClock, allowance });
      const client = createPlatformClient({
        baseUrl: hosted.platform.url,
        apiKey: async () => "any",
        send: networkTransport,
        budget,
        clock: systemClock,
        log,
      });
      const platform = { address: hosted.platform.url, isHosted: true };
      return openLedger(database, { client, clock, platform });
    },
  } as HostedRig;
  beforeEach(async () => {
    hosted.platform = await startMisbehavingPlatform();
    rig.jobs = hosted.ledger();
  });
  afterEach(() => hosted.platform.close());
  return hosted;
}

interface HostedRig {
  rig: ReturnType<typeof openLedgerRig>;
  platform: MisbehavingPlatform;
  ledger(clock?: { now(): number }): Jobs;
}
