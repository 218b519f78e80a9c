import { readdirSync } from "node:fs";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { assemble, startTeamErrata } from "../support/team.ts";

/** Requests for each address; pages render HTML for each, which takes ten times as long. */
const REQUESTS = { "route.ts": 1_000, "page.tsx": 50 };
const AT_ONCE = 8;

/** Methods beyond those that fetch refuses to send. */
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

const NAMES = [
  ...["status", "source", "dateFrom", "dateTo", "q", "path", "helpful", "sort", "limit", "cursor"],
  ...["job", "open", "format", "contacts", "before", "needs", "person", "page", "token", "error"],
  ...["ids", "set", "intentKey", "prompt", "feedbackIds", "outcome", "platformJobId", "name"],
  ...["email", "password", "role", "disabled", "provider", "callbackURL", "code", "state", "iss"],
  ...["instructions", "templates", "resolveWhenMerged", "current", "next", "idToken", "user"],
];

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom("", "docs", "0", "-1", "1e309", "null", "../..", "%00", "\0", "💥", "\ud800"),
  fc.constantFrom("pending", "oidc", "admin", "2026-11-20", "true", "https://evil.invalid", "*"),
  fc.integer({ min: 1, max: 4_000 }).map((size) => "x".repeat(size)),
);
const value = fc.oneof(
  { depthSize: "small" },
  text,
  fc.jsonValue({ maxDepth: 2 }),
  fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(text, fc.jsonValue({ maxDepth: 1 }))),
);

const request = fc.record({
  method: fc.constantFrom(...METHODS),
  parts: fc.array(text, { minLength: 5, maxLength: 5 }),
  query: fc.array(fc.tuple(fc.constantFrom(...NAMES), text), { maxLength: 4 }),
  body: fc.oneof(
    fc.dictionary(fc.constantFrom(...NAMES), value).map((body) => JSON.stringify(body)),
    value.map((body) => JSON.stringify(body)),
    fc.string({ unit: "binary", maxLength: 60 }),
  ),
  type: fc.constantFrom("application/json", "application/json", "text/plain", "", "multipart/x"),
});

function addresses(file: keyof typeof REQUESTS): string[] {
  return readdirSync("app", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === file)
    .map((entry) => entry.parentPath.slice("app".length) || "/")
    .toSorted();
}

for (const file of ["route.ts", "page.tsx"] as const) {
  test(`${REQUESTS[file]} wild requests to each ${file} end in no failure of the server`, async () => {
    test.setTimeout(900_000);
    const errata = await startTeamErrata();
    try {
      const { admin } = await assemble(errata);
      const failures: string[] = [];
      const seed = Date.now();
      for (const address of addresses(file)) {
        const requests = fc.sample(request, { numRuns: REQUESTS[file], seed });
        const send = async () => {
          for (let next = requests.pop(); next; next = requests.pop()) {
            const answer = await fetch(errata.url + addressOf(address, next), {
              method: next.method,
              redirect: "manual",
              headers: {
                cookie: admin.cookie,
                origin: errata.url,
                ...(next.type ? { "content-type": next.type } : {}),
              },
              body: ["GET", "HEAD"].includes(next.method) ? undefined : next.body,
            });
            await answer.body?.cancel();
            if (answer.status >= 500) failures.push(`${answer.status} ${JSON.stringify(next)}`);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, send));
        expect(failures, `${address}, seed ${seed}`).toEqual([]);
      }
      // They were let in, and the server is as well as before.
      expect((await admin.send("/api/me")).status).toBe(200);
      expect(errata.output()).not.toContain('"level":50');
    } finally {
      await errata.close();
    }
  });
}

/** The address with wild parts, which stand where names would; half of them in the right project. */
function addressOf(address: string, { parts, query }: { parts: string[]; query: string[][] }) {
  const left = [...parts];
  const part = () => encodeURIComponent((left.pop() ?? "x").toWellFormed()) || "x";
  const project = parts[0]?.length && parts[0].length % 2 === 0 ? part : () => "docs";
  const path = address
    .replace("[projectId]", () => project())
    .replaceAll(/\[[^\]]+\]/g, () => part());
  const search = new URLSearchParams(query.map(([name = "", text = ""]) => [name, text]));
  return `${path}?${search}`;
}
