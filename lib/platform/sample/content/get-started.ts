import "server-only";
import type { SamplePage } from "../page.ts";

export const getStartedPages: SamplePage[] = [
  {
    path: "introduction.mdx",
    topics: ["what counts as a parcel", "the free tier", "how delivery works"],
    corrections: [{ wrong: "512 KB", right: "256 KB" }],
    content: `---
title: Introduction
description: Parcel Relay accepts your events and delivers them to every subscriber.
---

Parcel Relay sits between your application and the systems that listen to it. You send an event once. We sign it, deliver it to every destination that subscribed, retry when a destination is down, and keep a record of each attempt.

## What you can do with it

- **Send** events with one HTTP call, from any language.
- **Deliver** them as signed webhooks to endpoints owned by you or by your customers.
- **Retry** failed deliveries for up to three days, without writing a queue.
- **Inspect** every attempt, with the request, the response and the timing.

## A parcel in one minute

\`\`\`bash
curl https://api.parcelrelay.example/v2/parcels \\
  -H "Authorization: Bearer $RELAY_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "event": "invoice.paid", "data": { "id": "inv_1042" } }'
\`\`\`

The response arrives right away, with the parcel in the state \`queued\`. A parcel may carry up to 512 KB of JSON.

## Where to go next

Start with the [quickstart](/quickstart), then read [verifying signatures](/guides/verify-signatures) before you accept traffic in production.
`,
  },
  {
    path: "quickstart.mdx",
    topics: ["the first parcel", "the test destination", "installing the CLI", "the listener"],
    corrections: [
      { wrong: "relay serve", right: "relay listen" },
      { wrong: "X-Relay-Key", right: "Authorization" },
      { wrong: "npm install parcel-relay-node", right: "npm install @parcel-relay/node" },
    ],
    content: `---
title: Quickstart
description: Send a first parcel and watch it arrive, in about five minutes.
---

You need Node.js 20 or later and an account. The free Starter plan is enough.

## 1. Install the library

\`\`\`bash
npm install parcel-relay-node
\`\`\`

## 2. Get a key

Open **Settings → API keys**, create a key for the *test* environment and put it in your shell. The key is sent in the X-Relay-Key header of every request.

\`\`\`bash
export RELAY_KEY="your-test-key"
\`\`\`

## 3. Start a listener

The command line tool opens a tunnel and prints every parcel that it receives.

\`\`\`bash
relay serve --forward http://localhost:4000/webhooks
\`\`\`

## 4. Send a parcel

\`\`\`ts send.ts
import { Relay } from "@parcel-relay/node";

const relay = new Relay({ key: process.env.RELAY_KEY });

const parcel = await relay.parcels.create({
  event: "order.created",
  data: { orderId: "ord_71", total: 4200, currency: "EUR" },
});

console.log(parcel.id, parcel.status);
\`\`\`

You see \`queued\` in this terminal and the parcel itself in the other one.

## 5. Look at the attempt

Open **Parcels** in the dashboard. Each attempt shows the headers that we sent, the first 16 KB of the response, and how long the destination took.
`,
  },
  {
    path: "concepts.mdx",
    topics: [
      "destinations and subscriptions",
      "the parcel lifecycle",
      "dead parcels",
      "the difference between an event and a parcel",
    ],
    corrections: [
      { wrong: "has four states", right: "has five states" },
      { wrong: "a parcle", right: "a parcel" },
    ],
    content: `---
title: Concepts
description: The six words that the rest of these docs rely on.
---

## Event

Something that happened in your system. It has a type such as \`invoice.paid\` and a JSON body.

## Parcel

One event on its way. When you create a parcle we store the event, find the destinations that subscribed to its type, and begin delivering.

## Destination

An HTTPS endpoint with its own signing secret, its own retry policy and its own health.

## Subscription

A rule that ties event types to a destination. \`invoice.*\` matches \`invoice.paid\` and \`invoice.voided\`, not \`invoice.line.added\`.

## Attempt

One HTTP request to one destination. An attempt succeeds when the destination responds with any 2xx status within 15 seconds.

## Lifecycle

A parcel has four states:

| State | Meaning |
|---|---|
| \`queued\` | accepted, not yet attempted |
| \`in_transit\` | at least one destination is still pending |
| \`delivered\` | every destination has responded with 2xx |
| \`canceled\` | you canceled it before the first attempt |
| \`dead\` | retries ran out for at least one destination |
`,
  },
  {
    path: "environments.mdx",
    topics: [
      "test and live keys",
      "copying destinations between environments",
      "the sandbox region",
    ],
    corrections: [{ wrong: "deleted after 30 days", right: "deleted after 7 days" }],
    content: `---
title: Environments
description: Keep test traffic away from live traffic.
---

Every workspace has two environments, \`test\` and \`live\`. They share only members and billing: keys, destinations, subscriptions and parcels are separate.

## Choosing an environment

The key determines it. Keys of the test environment begin with \`test_\`, keys of the live environment with \`live_\`. There is no environment parameter anywhere in the API.

## Limits of the test environment

- 60 requests a minute
- parcels are deleted after 30 days
- destinations may use \`http://localhost\` through the command line tool

## Promoting a configuration

\`\`\`bash
relay export --env test > relay.json
relay import --env live relay.json --dry-run
\`\`\`

\`--dry-run\` prints what would change. Run the command again without it to apply the change.

## Regions

Data stays in the region that you chose when the workspace was created: \`eu-central\` or \`us-east\`.
`,
  },
];
