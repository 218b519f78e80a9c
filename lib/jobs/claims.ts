import "server-only";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { CLAIM_DURATION_MS } from "../store/jobs/claims.ts";
import type { ClaimKind, JobStore } from "../store/jobs/store.ts";

/** How often claims are checked for renewal, in milliseconds. */
const RENEWAL_INTERVAL_MS = 1_000;
/** Claims that end later than this from now are not renewed yet. */
const RENEW_BEFORE = (CLAIM_DURATION_MS * 2) / 3;

/** A row that only this process may act on until `until`, epoch milliseconds. */
export interface HeldClaim {
  kind: ClaimKind;
  id: string;
  until: number;
}

export interface Claims {
  /** Returns when a claim made now ends. */
  end(): number;
  /**
   * Runs `work` and renews the claim until it is done. `claim.until` is kept current: the row is
   * still ours only if it says the same.
   */
  hold<T>(claim: HeldClaim, work: () => Promise<T>): Promise<T>;
}

/** Renews the claims of one process, all of the same kind and age in one write. */
export function createClaims(parts: { store: JobStore; clock: Clock; log: Log }): Claims {
  const { store, clock, log } = parts;
  const held = new Set<HeldClaim>();
  let renewal: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const renewDue = async () => {
    const now = clock.now();
    const due = [...held].filter(({ until }) => until - now < RENEW_BEFORE);
    for (const group of Map.groupBy(due, ({ kind, until }) => `${kind} ${until}`).values()) {
      const [first] = group;
      if (!first) continue;
      const { kind, until: from } = first;
      const until = Math.max(now + CLAIM_DURATION_MS, from + 1);
      const ids = group.map(({ id }) => id);
      await store.renewClaims(kind, ids, { from, until });
      for (const claim of group) claim.until = until;
    }
  };
  const tick = () => {
    renewal ??= renewDue()
      // The claim may end early. The answer is then recorded only if no other process acted meanwhile.
      .catch((error: unknown) => log.warn({ err: error }, "couldn't renew claims on jobs"))
      .finally(() => {
        renewal = null;
      });
  };

  return {
    end: () => clock.now() + CLAIM_DURATION_MS,
    hold: async (claim, work) => {
      held.add(claim);
      timer ??= setInterval(tick, RENEWAL_INTERVAL_MS).unref();
      try {
        return await work();
      } finally {
        await renewal;
        held.delete(claim);
        if (held.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
      }
    },
  };
}
