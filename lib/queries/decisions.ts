import type { DecisionResult } from "../contract/api/decisions.ts";
import type { BodyInput, Operations } from "../contract/api/operations.ts";
import { applyDecisions } from "../contract/api/routes.ts";
import { isAppError } from "../errors.ts";
import type { Decision } from "../item-fields/decision.ts";
import type { SendFailure } from "../outbox/outbox.ts";
import { request, urlOf } from "./request.ts";

/** Bytes that a browser sends for a page that is closing; the limit of `keepalive` is 64 KiB. */
const KEEPALIVE_BYTES = 60_000;

/** Sends decisions in order. The server applies each one once, however often it arrives. */
export async function sendDecisions(
  projectId: string,
  decisions: readonly Decision[],
): Promise<DecisionResult[]> {
  const { results } = await request(applyDecisions, {
    params: { projectId },
    body: bodyOf(decisions),
  });
  return results;
}

/** Sends what fits while the page closes. Nobody reads the answer: the next page sends again. */
export function sendDecisionsOnLeave(projectId: string, decisions: readonly Decision[]): void {
  const body = JSON.stringify(bodyOf(decisions));
  if (decisions.length === 0 || body.length > KEEPALIVE_BYTES) return;
  void fetch(urlOf(applyDecisions, { params: { projectId } }), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    keepalive: true,
  }).catch(() => undefined);
}

/**
 * Tells whether sending again can help. Only the server's own rejection of the content ends that: a status alone
 * can be about the session, the host, the role, or a path that another version doesn't have.
 */
export function sendFailureOf(error: unknown): SendFailure {
  if (!isAppError(error)) return "unreachable";
  if (error.isRefusal) return "invalid";
  if (error.code === "unauthenticated") return "signed_out";
  if (error.code === "disk_full") return "disk_full";
  return error.status >= 500 || error.code === "unavailable" || error.status === 429
    ? "unreachable"
    : "denied";
}

/** The server's clock decides, so a decision carries its age instead of its time. */
function bodyOf(decisions: readonly Decision[]): BodyInput<Operations["applyDecisions"]> {
  const now = Date.now();
  return {
    decisions: decisions.map((decision) => {
      const age = Math.max(0, now - decision.madeAt);
      if (decision.kind === "undo") return { kind: "undo", id: decision.id, age, of: decision.of };
      const { madeAt, shifts, view, name, ...change } = { name: null, ...decision };
      return { ...change, age };
    }),
  };
}
