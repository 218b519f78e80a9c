import "server-only";
import type { EntryTemplate } from "./entry-template.ts";
import { subjectAt } from "./subject.ts";

type Entry = EntryTemplate["entry"];

const NEWEST: readonly [minutes: number, entry: Entry][] = [
  [
    7,
    unhelpful(
      "/guides/authentication",
      'The first example fails with 401 for every key I create. "Authorisation: Token" should be "Authorization: Bearer" - with that it works right away.',
      "r.okafor@example.org",
    ),
  ],
  [
    16,
    unhelpful(
      "/guides/verify-signatures",
      "None of my signatures matched until I looked at your library's source. `hmac-sha1` should be `hmac-sha256`.",
      null,
    ),
  ],
  [
    31,
    {
      ...snippetOf("/quickstart", "relay serve"),
      comment:
        'Unknown command on version 3.1: "relay serve" should be "relay listen". The rest of the page is great.',
    },
  ],
  [
    44,
    {
      source: "agent",
      path: "/api/create-parcel",
      status: "pending",
      comment:
        'A generated client rejected the documented status. The operation responds with 202 in both environments: "returns 201" should be "returns 202".',
    },
  ],
  [52, { source: "thumbs_only", path: "/quickstart", status: "pending", comment: null }],
  [
    73,
    unhelpful(
      "/guides/authentication",
      "I created a restricted key as described and it isn't allowed to send anything. “parcels:send” should be “parcels:write”, the dashboard has no other scope.",
      "mei.tanaka@example.com",
    ),
  ],
  [
    98,
    unhelpful(
      "/guides/verify-signatures",
      'There is no header of that name in the deliveries I get.\n\n"X-Parcel-Signature" should be "Relay-Signature", and the code below already uses it.',
      "jonas@example.org",
    ),
  ],
  [
    126,
    {
      ...snippetOf("/api/create-parcel", "curl"),
      comment: "Works. Could you show the response for a disabled destination?",
    },
  ],
  [
    151,
    {
      source: "contextual",
      path: "/quickstart",
      status: "pending",
      helpful: true,
      contact: null,
      comment:
        "Five minutes, as promised. One thing: “npm install parcel-relay-node” should be “npm install @parcel-relay/node”.",
    },
  ],
  [
    204,
    unhelpful(
      "/guides/authentication",
      "What happens to requests in flight while I rotate a key? We rotate every 30 days and see a few rejected requests each time.",
      "platform-team@example.com",
    ),
  ],
];

/** Returns handwritten pending entries of the last few hours, the first ones that a new team sees. */
export function newestEntries(): EntryTemplate[] {
  return NEWEST.map(([minutes, entry]) => ({ age: { minutes }, entry }));
}

function unhelpful(path: string, comment: string, contact: string | null): Entry {
  return { source: "contextual", path, comment, status: "pending", helpful: false, contact };
}

function snippetOf(path: string, part: string) {
  const snippet = subjectAt(path).snippets.find(({ code }) => code.includes(part));
  if (!snippet) throw new Error(`${path} has no example with ${part}`);
  return { source: "code_snippet" as const, path, status: "pending" as const, ...snippet };
}
