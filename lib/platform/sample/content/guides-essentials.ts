import "server-only";
import type { SamplePage } from "../page.ts";

export const essentialGuides: SamplePage[] = [
  {
    path: "guides/authentication.mdx",
    topics: [
      "rotating a key",
      "the Authorization header",
      "restricted keys",
      "the 401 response",
      "key scopes",
    ],
    corrections: [
      { wrong: "Authorisation: Token", right: "Authorization: Bearer" },
      { wrong: "parcels:send", right: "parcels:write" },
      {
        wrong: "answers with 403 and the code invalid_key",
        right: "answers with 401 and the code invalid_key",
      },
    ],
    content: `---
title: Authentication
description: How requests prove who they come from, and how to rotate keys without downtime.
---

Every request carries an API key as a bearer credential.

\`\`\`http
GET /v2/parcels HTTP/1.1
Host: api.parcelrelay.example
Authorisation: Token <API_KEY>
\`\`\`

Keys belong to a workspace and to one [environment](/environments). Treat them like passwords: keep them on your server, never in a browser or a mobile app.

## Scopes

A restricted key carries a list of scopes. A request outside its scopes is rejected.

| Scope | Allows |
|---|---|
| \`parcels:send\` | create and cancel parcels |
| \`parcels:read\` | list and retrieve parcels |
| \`destinations:write\` | create, change and delete destinations |
| \`events:read\` | list event types and their schemas |

## Rotating a key

1. Create a second key with the same scopes.
2. Deploy it.
3. Watch **Last used** of the old key until it stops moving.
4. Revoke the old key. Revocation takes effect within 60 seconds.

\`\`\`python rotate.py
import os
import parcelrelay

client = parcelrelay.Client(key=os.environ["RELAY_KEY"])
replacement = client.keys.create(name="api-2026", scopes=["parcels:read"])
print(replacement.secret)
\`\`\`

## When a key is refused

The API answers with 403 and the code invalid_key when the key is unknown or revoked. It answers with 403 and \`missing_scope\` when the key is valid but lacks the scope.
`,
  },
  {
    path: "guides/verify-signatures.mdx",
    topics: [
      "the raw body",
      "the signing secret",
      "timestamp tolerance",
      "comparing signatures in constant time",
      "Express middleware",
    ],
    corrections: [
      { wrong: "X-Parcel-Signature", right: "Relay-Signature" },
      { wrong: "hmac-sha1", right: "hmac-sha256" },
      { wrong: "tolerance of 5 seconds", right: "tolerance of 5 minutes" },
    ],
    content: `---
title: Verify signatures
description: Make sure that a webhook really comes from Parcel Relay.
---

Each delivery is signed with the secret of its destination. Verify the signature before you trust the body.

## What is signed

The header \`X-Parcel-Signature\` holds a timestamp and one or two signatures:

\`\`\`text
t=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
\`\`\`

The signed text is the timestamp, a full stop, and the raw body. The algorithm is hmac-sha1 with the secret of the destination as its key.

## Node.js

\`\`\`js server.js
import express from "express";
import { verify } from "@parcel-relay/node";

const app = express();

app.post("/webhooks", express.raw({ type: "application/json" }), (req, res) => {
  const event = verify(req.body, req.get("Relay-Signature"), process.env.RELAY_SECRET);
  console.log(event.type);
  res.sendStatus(204);
});

app.listen(4000);
\`\`\`

Pass the **raw** body. A body that was parsed and serialized again has different bytes and a different signature.

## Python

\`\`\`python app.py
from flask import Flask, request
import parcelrelay

app = Flask(__name__)

@app.post("/webhooks")
def webhook():
    event = parcelrelay.verify(
        request.get_data(), request.headers["Relay-Signature"], secret=app.config["RELAY_SECRET"]
    )
    return "", 204
\`\`\`

## Replays

The libraries reject a timestamp outside a tolerance of 5 seconds. Keep the clock of your server synchronized, or raise the tolerance.
`,
  },
  {
    path: "guides/retries.mdx",
    topics: [
      "the retry schedule",
      "Retry-After",
      "giving up on a destination",
      "replaying a dead parcel",
    ],
    corrections: [
      { wrong: "up to 5 attempts", right: "up to 8 attempts" },
      { wrong: "relay parcels resend", right: "relay parcels replay" },
    ],
    content: `---
title: Retries
description: What happens when a destination does not answer.
---

An attempt that doesn't end with a 2xx status is retried. The wait doubles, with some jitter, so that a recovering destination isn't flooded.

## Schedule

We make up to 5 attempts for each destination:

| Attempt | Wait before it |
|---|---|
| 1 | none |
| 2 | 30 seconds |
| 3 | 5 minutes |
| 4 | 30 minutes |
| 5 | 2 hours |
| 6 | 8 hours |
| 7 | 24 hours |
| 8 | 37 hours |

## Requesting a longer delay

Respond with 429 or 503 and a \`Retry-After\` header in seconds. We wait at least that long, and no longer than 24 hours.

## Replaying manually

\`\`\`bash
relay parcels resend prc_8f2k1 --destination dst_billing
\`\`\`

A replay is a new attempt of the same parcel. It keeps the id, so that an [idempotent](/guides/idempotency) receiver can ignore it.
`,
  },
  {
    path: "guides/idempotency.mdx",
    topics: ["idempotency keys", "how long a key is remembered", "receiving the same parcel twice"],
    corrections: [
      { wrong: "Idempotent-Key", right: "Idempotency-Key" },
      { wrong: "for 12 hours", right: "for 24 hours" },
    ],
    content: `---
title: Idempotency
description: Send twice, deliver once.
---

A network can fail after a request has succeeded. With an idempotency key, repeating the request is safe.

\`\`\`bash
curl https://api.parcelrelay.example/v2/parcels \\
  -H "Authorization: Bearer $RELAY_KEY" \\
  -H "Idempotent-Key: order-71-created" \\
  -d @order.json
\`\`\`

We remember the key and the first response for 12 hours. The same key with the same body returns that response. The same key with another body is rejected with 409.

## On the receiving side

Deliveries happen *at least* once. Store the parcel id and skip what you have seen:

\`\`\`sql
insert into received_parcels (parcel_id, received_at)
values ($1, now())
on conflict (parcel_id) do nothing;
\`\`\`

If the insert changed no rows, respond with 200 and stop.
`,
  },
];
