import "server-only";
import type { SamplePage } from "../page.ts";

export const parcelReference: SamplePage[] = [
  {
    path: "api/overview.mdx",
    topics: ["the base address", "versioning", "the OpenAPI file"],
    corrections: [
      { wrong: "https://api.parcelrelay.example/v1", right: "https://api.parcelrelay.example/v2" },
    ],
    content: `---
title: API overview
description: Conventions shared by every operation.
---

The base URL is https://api.parcelrelay.example/v1 in both regions. Requests and responses are JSON in UTF-8. Times are ISO 8601 in UTC.

## Ids

Ids are strings with a prefix that names their kind: \`prc_\` for parcels, \`dst_\` for destinations, \`evt_\` for event types. Treat the rest as opaque.

## Versions

The version is part of the path. Adding a field is not a breaking change: ignore what you do not know.

## OpenAPI

The description is published at \`/openapi.json\` and is tested against production on every release.
`,
  },
  {
    path: "api/create-parcel.mdx",
    topics: [
      "the request body",
      "the data field",
      "required fields",
      "the 202 response",
      "metadata",
    ],
    corrections: [
      { wrong: "event_type", right: "event" },
      { wrong: "returns 201", right: "returns 202" },
    ],
    content: `---
title: Create a parcel
description: POST /v2/parcels
---

Accepts an event and starts delivering it. The operation returns 201 with the parcel.

## Body

| Field | Type | Required | |
|---|---|---|---|
| \`event_type\` | string | yes | for example \`invoice.paid\` |
| \`data\` | object | yes | up to 256 KB as JSON |
| \`orderingKey\` | string | no | see [ordering](/guides/ordering) |
| \`deliverAt\` | string | no | see [scheduled parcels](/guides/scheduled-parcels) |
| \`metadata\` | object | no | up to 20 strings, not delivered |

## Request

\`\`\`bash
curl -X POST https://api.parcelrelay.example/v2/parcels \\
  -H "Authorization: Bearer $RELAY_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "event": "invoice.paid", "data": { "id": "inv_1042", "total": 12900 } }'
\`\`\`

\`\`\`go
parcel, err := client.Parcels.Create(ctx, &relay.ParcelParams{
	Event: "invoice.paid",
	Data:  map[string]any{"id": "inv_1042", "total": 12900},
})
\`\`\`

## Response

\`\`\`json
{
  "id": "prc_8f2k1",
  "event": "invoice.paid",
  "status": "queued",
  "destinations": 2,
  "createdAt": "2026-01-15T09:30:00Z"
}
\`\`\`
`,
  },
  {
    path: "api/retrieve-parcel.mdx",
    topics: ["the attempts array", "expanding attempts", "parcels of another environment"],
    corrections: [{ wrong: "?include=attempts", right: "?expand=attempts" }],
    content: `---
title: Retrieve a parcel
description: GET /v2/parcels/{id}
---

Returns one parcel and its status at each destination. Add ?include=attempts to see every attempt.

\`\`\`bash
curl https://api.parcelrelay.example/v2/parcels/prc_8f2k1 \\
  -H "Authorization: Bearer $RELAY_KEY"
\`\`\`

\`\`\`json
{
  "id": "prc_8f2k1",
  "status": "in_transit",
  "destinations": [
    { "id": "dst_billing", "status": "delivered", "attempts": 1 },
    { "id": "dst_warehouse", "status": "retrying", "attempts": 3, "nextAttemptAt": "2026-01-15T10:05:00Z" }
  ]
}
\`\`\`

A key can't access parcels of the other environment: the response is 404.
`,
  },
  {
    path: "api/list-parcels.mdx",
    topics: ["filtering by status", "sorting", "the default page size", "date filters"],
    corrections: [
      { wrong: "page_size", right: "limit" },
      { wrong: "created_before", right: "createdBefore" },
    ],
    content: `---
title: List parcels
description: GET /v2/parcels
---

Parcels of the environment, newest first.

## Query

| Name | Default | |
|---|---|---|
| \`status\` | all | a comma-separated list |
| \`event\` | all | exact, or with a trailing \`*\` |
| \`createdAfter\`, \`created_before\` | none | ISO 8601 |
| \`page_size\` | 50 | 1 to 200 |
| \`cursor\` | none | see [pagination](/api/pagination) |

\`\`\`php list.php
<?php
$parcels = $relay->parcels->all(['status' => 'dead', 'limit' => 100]);

foreach ($parcels->autoPaging() as $parcel) {
    echo $parcel->id, PHP_EOL;
}
\`\`\`

Lists are eventually consistent: a parcel may take two seconds to appear.
`,
  },
  {
    path: "api/cancel-parcel.mdx",
    topics: ["what can be cancelled", "the 409 response"],
    corrections: [{ wrong: "DELETE /v2/parcels/{id}", right: "POST /v2/parcels/{id}/cancel" }],
    content: `---
title: Cancel a parcel
description: Cancel a parcel before its first attempt.
---

The operation is \`DELETE /v2/parcels/{id}\` and takes no body.

\`\`\`bash
relay parcels cancel prc_8f2k1
\`\`\`

It succeeds while the parcel is \`queued\`. After the first attempt, the response is 409 with the code \`already_attempted\`.
`,
  },
];
