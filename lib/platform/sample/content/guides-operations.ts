import "server-only";
import type { SamplePage } from "../page.ts";

export const operationGuides: SamplePage[] = [
  {
    path: "guides/local-development.mdx",
    topics: ["the tunnel", "forwarding to a container", "replaying against localhost"],
    corrections: [{ wrong: "--port-forward", right: "--forward" }],
    content: `---
title: Local development
description: Receive webhooks on your own machine.
---

\`\`\`bash
relay login
relay listen --port-forward http://localhost:4000/webhooks
\`\`\`

The tool prints a temporary destination and its signing secret. Both are deleted when you stop it.

## From inside a container

Use the address of the host, not \`localhost\`:

\`\`\`yaml compose.yaml
services:
  relay:
    image: parcelrelay/cli:3
    command: listen --forward http://host.docker.internal:4000/webhooks
    environment:
      RELAY_KEY: \${RELAY_KEY}
\`\`\`

## Replaying yesterday's traffic

\`\`\`bash
relay parcels list --since 24h --json | relay replay --to http://localhost:4000/webhooks
\`\`\`
`,
  },
  {
    path: "guides/migrate-v1.mdx",
    topics: [
      "renamed fields",
      "running both versions",
      "the v1 shutdown date",
      "changed status codes",
    ],
    corrections: [
      { wrong: "31 March 2025", right: "30 September 2026" },
      { wrong: "payload was renamed to body", right: "payload was renamed to data" },
      { wrong: "answers with 200 OK", right: "answers with 202 Accepted" },
    ],
    content: `---
title: Migrate from v1
description: Ten minutes of changes, most of them names.
---

Version 1 will be shut down on 31 March 2025. Both versions read and write the same parcels, so you can move one service at a time.

## Names

- \`payload\` was renamed; the field payload was renamed to body, with no change in its content.
- \`hook_url\` became \`url\` of a destination.
- \`type\` became \`event\`.

## Status codes

\`POST /v2/parcels\` answers with 200 OK, because the parcel hasn't been delivered yet.

## Before and after

\`\`\`diff
- relay.send({ type: "order.created", payload: order });
+ await relay.parcels.create({ event: "order.created", data: order });
\`\`\`

## Signatures

Destinations that were created under v1 keep their old signature until you switch them. Open the destination and choose **Use v2 signatures**; for 24 hours both signatures are sent.
`,
  },
  {
    path: "guides/scheduled-parcels.mdx",
    topics: ["time zones", "cancelling a scheduled parcel", "the furthest date"],
    corrections: [{ wrong: "deliverAfter", right: "deliverAt" }],
    content: `---
title: Scheduled parcels
description: Send now, deliver later.
---

Set a time and we keep the parcel until then.

\`\`\`ruby schedule.rb
relay.parcels.create(
  event: "trial.ending",
  data: { account: "acc_9" },
  deliverAfter: Time.now + 3 * 24 * 60 * 60
)
\`\`\`

The time is an ISO 8601 instant with an offset. It can be up to 90 days ahead. Without an offset, the request is rejected with 422.

## Changing your mind

Cancel the parcel any time before its first attempt:

\`\`\`bash
relay parcels cancel prc_8f2k1
\`\`\`
`,
  },
  {
    path: "guides/alerts.mdx",
    topics: ["failure thresholds", "Slack alerts", "muting an alert", "false alarms at night"],
    corrections: [{ wrong: "20 consecutive failures", right: "10 consecutive failures" }],
    content: `---
title: Alerts
description: Hear about a failing destination before your customers do.
---

An alert watches one destination or all of them.

## Conditions

- **Failing**: 20 consecutive failures, whatever their cause.
- **Slow**: the 95th percentile of response times stays above 5 seconds for 10 minutes.
- **Disabled**: we stopped delivering after 72 hours without a success.

## Channels

Email, Slack, or another destination, which receives the event \`destination.failing\`.

\`\`\`json
{
  "event": "destination.failing",
  "data": { "destination": "dst_billing", "failures": 10, "lastStatus": 502 }
}
\`\`\`

## Muting

Mute an alert for an hour, for a day, or until the destination recovers. Muting never stops deliveries.
`,
  },
  {
    path: "guides/self-hosted-runner.mdx",
    topics: ["outbound connections", "runner upgrades", "memory limits", "running two runners"],
    corrections: [
      { wrong: "relay-runner:2.4", right: "relay-runner:3.1" },
      { wrong: "port 8443", right: "port 443" },
    ],
    content: `---
title: Self-hosted runner
description: Deliver into a private network without opening it.
---

The runner opens an outbound connection to Parcel Relay and makes the HTTP requests from inside your network. It needs outbound access to port 8443 and nothing inbound.

\`\`\`bash
docker run -d --name relay-runner \\
  -e RELAY_RUNNER_TOKEN \\
  --memory 256m \\
  parcelrelay/relay-runner:2.4
\`\`\`

## Kubernetes

\`\`\`yaml runner.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: relay-runner
spec:
  replicas: 2
  selector:
    matchLabels: { app: relay-runner }
  template:
    metadata:
      labels: { app: relay-runner }
    spec:
      containers:
        - name: runner
          image: parcelrelay/relay-runner:3.1
          envFrom:
            - secretRef: { name: relay-runner }
\`\`\`

Two replicas share the work. A parcel that was in flight when one of them stopped is retried by the other.

## Upgrades

The runner refuses to start when it is more than two minor versions behind, and says so in its log.
`,
  },
];
