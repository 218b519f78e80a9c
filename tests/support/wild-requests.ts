import fc from "fast-check";
import { SOURCES, STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import { METHODS, ROUTES } from "./routes.ts";

/** Things that exist, by the name of the part of an address that they stand for. */
export type Known = Record<string, string>;

export interface WildRequest {
  method: string;
  /** With the query. */
  path: string;
  body: string | undefined;
  type: string;
}

const odd = fc.constantFrom("", "0", "-1", "1e309", "../..", "%00", "\0", "💥", "\ud800", "'\"");
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  odd,
  fc.constantFrom("pending", "oidc", "admin", "2026-11-20", "true", "https://evil.invalid", "*"),
  fc.integer({ min: 1, max: 4_000 }).map((size) => "x".repeat(size)),
);
const plainly = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
const truth = fc.constantFrom("true", "false");
const date = fc.constantFrom("2026-11-20", "1970-01-01", "9999-12-31", "2026-11-20T08:00:00Z");

/** Parameters of addresses, and values that they take. */
const PARAMETERS: Record<string, fc.Arbitrary<string>> = {
  q: fc.oneof(plainly, odd),
  path: fc.oneof(plainly, odd),
  status: fc.subarray([...STATUSES], { minLength: 1 }).map(String),
  source: fc.subarray([...SOURCES], { minLength: 1 }).map(String),
  dateFrom: date,
  dateTo: date,
  helpful: truth,
  comment: truth,
  contacts: truth,
  sort: fc.constantFrom("newest", "oldest"),
  format: fc.constantFrom("csv", "json", "ndjson"),
  limit: fc.integer({ min: -1, max: 300 }).map(String),
  cursor: text,
  before: text,
  job: text,
  open: text,
  page: text,
  person: text,
  token: text,
  needs: fc.constant("me"),
  next: text,
  error: text,
  code: text,
  state: text,
  iss: text,
};

/** Few at once: one that is refused hides what the others would have done. */
const query = fc
  .uniqueArray(fc.constantFrom(...Object.keys(PARAMETERS)), { maxLength: 3 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc.tuple(
          fc.constant(name),
          fc.oneof({ weight: 3, arbitrary: PARAMETERS[name] ?? text }, text),
        ),
      ),
    ),
  );

const names = fc.oneof(plainly, text);

/** What handlers read of a body; all of it at once is what none of them takes. */
function shapes(known: Known): fc.Arbitrary<unknown> {
  const ids = fc.array(fc.oneof(fc.constant(known.feedbackId ?? ""), text), { maxLength: 3 });
  const set = fc.record({ status: fc.oneof(fc.constantFrom(...STATUSES), text) });
  const where = query.map((pairs) => Object.fromEntries(pairs));
  const role = fc.constantFrom("viewer", "triager", "admin", "root");
  const template = fc.record({ id: names, name: names, text: names });
  return fc.oneof(
    ...[fc.record({ ids, set }), fc.record({ ids }), fc.record({ feedbackIds: ids })],
    ...[fc.record({ where, set, except: ids, asOf: fc.integer() }), fc.record({ where, set })],
    ...[fc.record({ intentKey: text, prompt: names }), fc.record({ token: names })],
    fc.record({ intentKey: text, prompt: names, feedbackIds: ids }),
    fc.record({ outcome: fc.constant("exists"), platformJobId: names }),
    fc.record({ outcome: fc.constantFrom("again", "cancel"), intentKey: text }),
    ...[fc.record({ name: names }), fc.record({ role }), fc.record({ disabled: fc.boolean() })],
    ...[fc.record({ current: names, next: names }), fc.record({ email: names, role })],
    fc.record({ token: names, name: names, password: names, email: names }),
    ...[fc.record({ instructions: names }), fc.record({ templates: fc.array(template) })],
    fc.record({ email: names, password: names }),
    ...[fc.record({ provider: names, callbackURL: names }), fc.record({ idToken: fc.object() })],
  );
}

/**
 * Requests to an address that are nearly right, and some that are not at all: what is refused at the
 * door tells nothing of what is behind it.
 * @param address as the folders name it
 */
export function wildRequest(address: string, known: Known): fc.Arbitrary<WildRequest> {
  const taken = Object.keys(ROUTES[address] ?? { GET: true });
  const others = ["HEAD", "OPTIONS", ...METHODS];
  const parts = [...address.matchAll(/\[(?:\.{3})?(\w+)\]/g)].map(([, name = ""]) =>
    known[name] === undefined
      ? text
      : fc.oneof({ weight: 4, arbitrary: fc.constant(known[name]) }, text),
  );
  return fc
    .record({
      method: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...taken) },
        fc.constantFrom(...others),
      ),
      parts: fc.tuple(...parts),
      query,
      body: fc.oneof(
        { weight: 3, arbitrary: shapes(known).map((body) => JSON.stringify(body)) },
        fc.jsonValue({ maxDepth: 3 }).map((body) => JSON.stringify(body)),
        fc.string({ unit: "binary", maxLength: 60 }),
      ),
      type: fc.oneof(
        { weight: 4, arbitrary: fc.constant("application/json") },
        fc.constantFrom("text/plain", "", "multipart/x"),
      ),
    })
    .map(({ method, parts, query, body, type }) => {
      const left = parts.map((part) => encodeURIComponent(part.toWellFormed()) || "x");
      const path = address.replaceAll(/\[[^\]]+\]/g, () => left.shift() ?? "x");
      return {
        method,
        path: `${path}?${new URLSearchParams(query)}`,
        body: ["GET", "HEAD"].includes(method) ? undefined : body,
        type,
      };
    });
}
