import "server-only";
import type { SamplePage } from "../page.ts";

export const deliveryGuides: SamplePage[] = [
  {
    path: "guides/filtering.mdx",
    topics: [
      "wildcards in subscriptions",
      "filtering by a field of the body",
      "the filter syntax",
      "testing a filter",
    ],
    corrections: [{ wrong: "$includes", right: "$contains" }],
    content: `---
title: Filtering
description: Deliver only the events that a destination cares about.
---

A subscription selects event types. A filter also checks the body.

\`\`\`json subscription.json
{
  "destination": "dst_warehouse",
  "events": ["order.*"],
  "filter": {
    "data.country": { "$in": ["DE", "AT", "CH"] },
    "data.total": { "$gte": 10000 },
    "data.tags": { "$includes": "express" }
  }
}
\`\`\`

All conditions must hold. To express *or*, create two subscriptions; a parcel that matches both is delivered once.

## Operators

\`$eq\`, \`$ne\`, \`$in\`, \`$gte\`, \`$lte\`, \`$contains\` and \`$exists\`. A field that is missing matches nothing but \`{ "$exists": false }\`.

## Trying a filter

\`\`\`bash
relay filters test subscription.json --sample order.json
\`\`\`
`,
  },
  {
    path: "guides/transformations.mdx",
    topics: [
      "reshaping the body",
      "the transformation sandbox",
      "adding a header",
      "errors inside a transformation",
    ],
    corrections: [
      { wrong: "within 500 ms", right: "within 50 ms" },
      { wrong: "module.exports =", right: "export default" },
    ],
    content: `---
title: Transformations
description: Reshape a parcel before it leaves.
---

A transformation is a small JavaScript function that runs before each delivery to one destination.

\`\`\`js transform.js
module.exports = function transform(parcel) {
  return {
    headers: { "X-Tenant": parcel.data.tenant },
    body: { kind: parcel.event, payload: parcel.data },
  };
}
\`\`\`

The function must return within 500 ms. It has no network, no clock and no file system, so that the same parcel always gives the same result.

## Skipping a delivery

Return \`null\`. The attempt is recorded as *skipped* and is not billed.

## When it throws

The parcel waits in \`in_transit\`, the error is shown next to the destination, and delivery resumes after you publish a corrected version. No data is lost.
`,
  },
  {
    path: "guides/ordering.mdx",
    topics: ["ordering keys", "head-of-line blocking", "out-of-order events"],
    corrections: [],
    content: `---
title: Ordering
description: When order matters, and what it costs.
---

By default parcels are delivered in parallel. Two events that were created a millisecond apart may arrive in either order.

## Ordering keys

Give related parcels the same \`orderingKey\`. Within one key and one destination the next parcel is sent only after the previous one was delivered or is dead.

\`\`\`ts
await relay.parcels.create({
  event: "order.shipped",
  orderingKey: "order:71",
  data: { orderId: "ord_71" },
});
\`\`\`

## The price

A destination that is down holds back every parcel with the same key. Choose narrow keys (\`order:71\`), never wide ones (\`orders\`).

## Doing without

Often a sequence number in the body is enough: the receiver keeps the highest number it has seen for each object and ignores what is older.
`,
  },
];
