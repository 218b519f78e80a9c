import type { Delivery, Outcome } from "./outcome.ts";

/** A submission that isn't confirmed: its collector, itself, and when it was made in epoch milliseconds. */
type Kept = [to: string, body: Delivery, at: number];

/** The name of the widget's element, and of its storage. */
export const WIDGET_NAME = "errata-feedback";
const KEPT_MS = 7 * 86_400_000;
const TIMEOUT_MS = 15_000;
const RETRY_DELAY_MS = 60_000;

/** Submissions that didn't fit in the storage, or that it blocked. */
let memory = "";
let turn: Promise<Outcome> = Promise.resolve("sent");
let timer: ReturnType<typeof setTimeout>;

/**
 * Stores the submission in place of an earlier one with its ID, sends everything stored, and returns the outcome of this
 * one.
 */
export function deliver(to: string, body: Delivery): Promise<Outcome> {
  const others = read().filter(([, { id }]) => id !== body.id);
  write([...others, [to, body, Date.now()]]);
  return sendStored(body.id);
}

/**
 * Sends stored submissions one after the other, so that a vote comes before its comment.
 * @param wanted the ID whose outcome to return; anything else, such as an event, is none
 */
export function sendStored(wanted?: unknown): Promise<Outcome> {
  turn = turn.then(() => send(wanted));
  return turn;
}

async function send(wanted: unknown): Promise<Outcome> {
  // Without an item, another tab has sent it.
  let outcome: Outcome = "sent";
  clearTimeout(timer);
  for (const item of read()) {
    const result = await post(item);
    if (item[1].id === wanted) outcome = result;
    // An item that was completed meanwhile stays.
    if (result !== "kept") write(read().filter((other) => textOf(other) !== textOf(item)));
  }
  if (read()[0]) timer = setTimeout(sendStored, RETRY_DELAY_MS);
  return outcome;
}

async function post([to, body]: Kept): Promise<Outcome> {
  try {
    // Text needs no CORS preflight, and `keepalive` lets it arrive although the reader leaves the page.
    const response = await fetch(to, {
      method: "POST",
      credentials: "omit",
      keepalive: true,
      body: textOf(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { status } = response;
    if (status < 300) return "sent";
    if (status === 428) {
      // Loaded separately, because few keys ask for a challenge.
      const { answer } = await import("./challenge.ts");
      return await answer(to, body, response);
    }
    return status > 499 || status === 429 ? "kept" : "rejected";
  } catch {
    return "kept";
  }
}

const textOf = JSON.stringify;

function read(): Kept[] {
  try {
    const kept: Kept[] = JSON.parse(memory || localStorage.getItem(WIDGET_NAME) || "[]");
    return kept.filter(([, , at]) => at > Date.now() - KEPT_MS);
  } catch {
    return [];
  }
}

function write(kept: Kept[]): void {
  memory = textOf(kept);
  try {
    localStorage.setItem(WIDGET_NAME, memory);
    memory = "";
  } catch {
    // It stays in memory.
  }
}
