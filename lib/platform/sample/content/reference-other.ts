import "server-only";
import type { SamplePage } from "../page.ts";

export const otherReference: SamplePage[] = [
  {
    path: "api/destinations.mdx",
    topics: [
      "signing secrets",
      "custom headers",
      "disabling a destination",
      "the health field",
      "static IP addresses",
    ],
    corrections: [
      { wrong: "/v2/endpoints", right: "/v2/destinations" },
      { wrong: "maximum of 100 destinations", right: "maximum of 500 destinations" },
    ],
    content: `---
title: Destinations
description: Create and change the endpoints that receive parcels.
---

\`\`\`bash
curl -X POST https://api.parcelrelay.example/v2/endpoints \\
  -H "Authorization: Bearer $RELAY_KEY" \\
  -d '{ "url": "https://hooks.example.com/relay", "events": ["invoice.*"] }'
\`\`\`

| Field | Type | |
|---|---|---|
| \`url\` | string | HTTPS only in the live environment |
| \`events\` | array of strings | types, \`*\` as the last segment |
| \`headers\` | object | up to 10 fixed headers |
| \`enabled\` | boolean | \`true\` when created |
| \`secret\` | string | shown once, when created |

An environment has a maximum of 100 destinations. Contact us if you need more.

## Health

\`health\` is \`ok\`, \`degraded\` or \`failing\`, over the last hour. It's for information only and never stops deliveries.

## Addresses

Deliveries come from fixed IP addresses, listed at \`/v2/addresses\`. New ones are announced 30 days ahead in the [changelog](/changelog).
`,
  },
  {
    path: "api/events.mdx",
    topics: ["event type names", "JSON Schema", "deprecating an event type"],
    corrections: [{ wrong: "draft-07", right: "2020-12" }],
    content: `---
title: Event types
description: Describe what you send.
---

An event type has a name, a description and, if you like, a schema. Parcels whose data don't match the schema are rejected with 422.

\`\`\`json invoice-paid.json
{
  "name": "invoice.paid",
  "description": "An invoice was paid in full.",
  "schema": {
    "type": "object",
    "required": ["id", "total"],
    "properties": { "id": { "type": "string" }, "total": { "type": "integer" } }
  }
}
\`\`\`

Schemas follow JSON Schema draft-07. References to other files are not followed.

Names are lowercase words joined by periods. A type that is in use can't be renamed; deprecate it and create another.
`,
  },
  {
    path: "api/errors.mdx",
    topics: ["the error body", "retryable errors", "request ids", "the 422 details"],
    corrections: [
      { wrong: "X-Request-ID", right: "Relay-Request-Id" },
      {
        wrong: "402 means that you sent too many requests",
        right: "429 means that you sent too many requests",
      },
    ],
    content: `---
title: Errors
description: What can go wrong, and what to do about it.
---

\`\`\`json
{
  "error": {
    "code": "invalid_body",
    "message": "data must be an object",
    "details": [{ "path": "data", "problem": "expected object, got string" }]
  }
}
\`\`\`

| Status | Retry? |
|---|---|
| 400, 422 | no, correct it first |
| 401, 403 | no, check the key |
| 404 | no |
| 409 | no, read the code |
| 429 | yes, after \`Retry-After\` |
| 500, 502, 503 | yes, with exponential backoff |

Remember that 402 means that you sent too many requests; see [rate limits](/api/rate-limits).

Every response has a request ID in the header X-Request-ID. Include it when you contact support.
`,
  },
  {
    path: "api/rate-limits.mdx",
    topics: [
      "the 429 response",
      "burst traffic",
      "limits per key or per workspace",
      "asking for a higher limit",
    ],
    corrections: [{ wrong: "60 requests a second", right: "600 requests a minute" }],
    content: `---
title: Rate limits
description: How much you can send, and how to tell when you're close to the limit.
---

Live workspaces may send 60 requests a second, counted over all keys. The test environment allows 60 requests a minute.

\`\`\`http
HTTP/1.1 429 Too Many Requests
Retry-After: 12
RateLimit-Limit: 600
RateLimit-Remaining: 0
RateLimit-Reset: 12
\`\`\`

Send several events in one call to stay below the limit: \`POST /v2/parcels/batch\` takes up to 100 parcels and counts as one request.
`,
  },
  {
    path: "api/pagination.mdx",
    topics: ["cursors", "the last page", "changing filters between pages"],
    corrections: [{ wrong: "next_page", right: "nextCursor" }],
    content: `---
title: Pagination
description: Read long lists piece by piece.
---

A list returns \`data\`, \`hasMore\` and \`next_page\`. Pass the last one back as \`cursor\`.

\`\`\`java
String cursor = null;
do {
    ParcelPage page = relay.parcels().list(ListParams.builder().cursor(cursor).build());
    page.data().forEach(this::handle);
    cursor = page.nextCursor();
} while (cursor != null);
\`\`\`

A cursor belongs to the query that it came from. With other filters, it is rejected with 400. Cursors are valid for one hour.
`,
  },
];
