import { afterEach, describe, expect, test, vi } from "vitest";
import { decisions } from "../../lib/contract/api/decisions.ts";
import { AppError, Conflict, Forbidden, InvalidRequest, NotFound } from "../../lib/errors.ts";
import { parseBody } from "../../lib/http/body.ts";
import { errorResponse } from "../../lib/http/route.ts";
import { markRefusals } from "../../lib/http/verdict.ts";
import type { SetDecision } from "../../lib/item-fields/decision.ts";
import { createDecisionLog, createDecisionOutbox } from "../../lib/outbox/decision-outbox.ts";
import { createNoteOutbox } from "../../lib/outbox/unsent-outboxes.ts";
import { sendDecisions, sendFailureOf } from "../../lib/queries/decisions.ts";
import { addNote } from "../../lib/queries/notes.ts";
import { memoryStorage } from "../support/outbox.ts";

afterEach(() => vi.unstubAllGlobals());

/** The server answers with what `handle` throws. */
function answering(handle: () => Promise<object>): void {
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("fetch", () => handle().then((body) => Response.json(body), errorResponse));
}

const failing = (error: Error) => answering(() => Promise.reject(error));

const decided = (id: string, status = "resolved") =>
  ({ kind: "set", id, ids: ["a"], status, madeAt: 0 }) as SetDecision;

/** Opens a tab whose outbox waits between attempts until the test goes on. */
function openTab(storage = memoryStorage()) {
  const waits: (() => void)[] = [];
  const outbox = createDecisionOutbox({
    log: createDecisionLog(storage, "ana", "docs"),
    send: (batch) => sendDecisions("docs", batch),
    failureOf: sendFailureOf,
    now: Date.now,
    exclusive: (work) => work(),
    delay: () => new Promise((resolve) => waits.push(resolve)),
    onSettled: () => undefined,
  });
  return { outbox, waits };
}

/** What a request is refused for without a word on what it sent. */
const ABOUT_THE_REQUEST = {
  "a second factor that is required since": new Forbidden(
    "Set up two-factor authentication first.",
  ),
  "a host": new Forbidden("This host name isn't allowed."),
  "a role": new Forbidden("This requires the triager role."),
  "a project that isn't there": new NotFound("This project doesn't exist or was deleted."),
  "an unknown path": new NotFound("This endpoint doesn't exist."),
  "a method": new AppError("method_not_allowed", "POST isn't supported for this URL."),
  "a body that arrived incomplete": new InvalidRequest("The request body is incomplete."),
};

describe.each(Object.entries(ABOUT_THE_REQUEST))("an answer about %s", (_, error) => {
  test("keeps the decisions that wait, says why, and they are saved later", async () => {
    failing(error);
    const storage = memoryStorage();
    const { outbox, waits } = openTab(storage);
    for (const id of ["decision-1", "decision-2", "decision-3"]) outbox.add(decided(id));
    await vi.waitFor(() => expect(waits).toHaveLength(1));
    expect(outbox.state()).toMatchObject({
      obstacle: "denied",
      reason: error.message,
      rejected: 0,
    });
    expect(createDecisionLog(storage, "ana", "docs").list()).toHaveLength(3);
    answering(async () => ({
      results: outbox
        .state()
        .waiting.map(({ id }) => ({ id, outcome: "applied", changed: 1, skipped: 0 })),
    }));
    waits[0]?.();
    await vi.waitFor(() => expect(outbox.state().waiting).toEqual([]));
    expect(outbox.state()).toMatchObject({ obstacle: null, reason: null });
  });

  test("keeps a note", async () => {
    failing(error);
    const outbox = createNoteOutbox({
      storage: memoryStorage(),
      personId: "ana",
      projectId: "docs",
      exclusive: (work) => work(),
      failureOf: sendFailureOf,
      send: async ({ id, text }) => {
        await addNote({ projectId: "docs", feedbackId: "fb_1" }, { id, text });
      },
    });
    outbox.add({ id: "note-one", madeAt: 0, feedbackId: "fb_1", text: "See 3.2", problem: null });
    await outbox.flush();
    expect(outbox.state()).toMatchObject({
      entries: [{ id: "note-one", problem: null }],
      obstacle: "denied",
      reason: error.message,
    });
    // Half a second later, it would be sent with the `fetch` of another test.
    outbox.remove("note-one");
  });
});

test("only the operation's own refusal removes what was sent", async () => {
  answering(() => markRefusals(async () => parseBody({ decisions: [{ kind: "set" }] }, decisions)));
  const { outbox } = openTab();
  outbox.add(decided("decision-1", "on_hold"));
  await vi.waitFor(() => expect(outbox.state().waiting).toEqual([]));
  expect(outbox.state().rejected).toBe(1);
  for (const refusal of [
    new NotFound("This note was deleted."),
    new Conflict("Someone else did."),
  ]) {
    const refused = markRefusals(() => Promise.reject(refusal));
    await expect(refused).rejects.toMatchObject({ isRefusal: true, message: refusal.message });
  }
  const denied = markRefusals(() => Promise.reject(new Forbidden("This requires the admin role.")));
  await expect(denied).rejects.toMatchObject({ isRefusal: false });
});

test("an answer without a word on what was sent is no confirmation", async () => {
  answering(async () => ({ results: [] }));
  const { outbox, waits } = openTab();
  outbox.add(decided("decision-1"));
  await vi.waitFor(() => expect(waits).toHaveLength(1));
  expect(outbox.state().waiting).toHaveLength(1);
});
