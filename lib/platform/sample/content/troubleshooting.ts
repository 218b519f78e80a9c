import "server-only";
import type { SamplePage } from "../page.ts";

export const troubleshootingPages: SamplePage[] = [
  {
    path: "troubleshooting/signature-mismatch.md",
    topics: ["body parsers", "proxies that change the body", "the wrong secret", "clock drift"],
    corrections: [
      { wrong: "express.json() before", right: "express.raw() before" },
      { wrong: "relay verify --body", right: "relay signatures check --body" },
    ],
    content: `---
title: Signature mismatch
---

The signature never matches? In nine out of ten cases, the body was changed before it was checked.

1. **A body parser ran first.** Use express.json() before the handler that verifies, on this route only.
2. **The wrong secret.** Each destination has its own. The secret of the test environment doesn't work in the live environment.
3. **A proxy changed the body.** Some gateways decompress or re-encode JSON.
4. **The clock is wrong.** Compare \`date -u\` with the \`t=\` part of the header.

To find out which, save the raw body and run:

\`\`\`bash
relay verify --body body.bin --header "$(cat header.txt)" --secret "$RELAY_SECRET"
\`\`\`

The tool prints the signature that it expected and the bytes it signed.
`,
  },
  {
    path: "troubleshooting/timeouts.md",
    topics: ["the 15 second limit", "slow destinations", "answering before working"],
    corrections: [{ wrong: "within 30 seconds", right: "within 15 seconds" }],
    content: `---
title: Timeouts
---

A destination has to answer within 30 seconds. After that the attempt counts as failed, even if the response arrives later.

Respond first, do the work afterwards:

\`\`\`python
@app.post("/webhooks")
def webhook():
    event = parcelrelay.verify(request.get_data(), request.headers["Relay-Signature"])
    queue.enqueue(handle, event.id)
    return "", 202
\`\`\`

If the destination is fast and attempts still time out, check that the firewall lets our [addresses](/api/destinations) in: a dropped packet looks the same as a slow server.
`,
  },
  {
    path: "troubleshooting/duplicate-deliveries.md",
    topics: ["at-least-once delivery", "two subscriptions that match", "deduplication"],
    corrections: [{ wrong: "X-Parcel header", right: "Relay-Parcel-Id header" }],
    content: `---
title: Duplicate deliveries
---

Delivery is at least once, so an occasional duplicate is normal. It happens when your response was lost, when a runner stopped midway, or when someone replayed a parcel.

Deduplicate by the X-Parcel header:

\`\`\`js
const fresh = await redis.set(\`parcel:\${id}\`, "1", { NX: true, EX: 259_200 });
if (!fresh) return res.sendStatus(200);
\`\`\`

Many duplicates of *every* parcel mean that two destinations share one URL. Compare them with \`relay destinations list --json\`.
`,
  },
  {
    path: "troubleshooting/tls.md",
    topics: ["expired certificates", "intermediate certificates", "self-signed certificates"],
    corrections: [{ wrong: "TLS 1.0", right: "TLS 1.2" }],
    content: `---
title: TLS problems
---

Destinations must speak TLS 1.0 or later with a certificate from a public authority.

\`\`\`bash
openssl s_client -connect hooks.example.com:443 -servername hooks.example.com </dev/null
\`\`\`

| Message | Cause |
|---|---|
| \`unable to get local issuer certificate\` | the intermediate certificate is missing |
| \`certificate has expired\` | renew it; we retry for 72 hours |
| \`hostname mismatch\` | the certificate is for another name |

Self-signed certificates work through a [self-hosted runner](/guides/self-hosted-runner) only.
`,
  },
];
