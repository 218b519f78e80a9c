import "server-only";
import type { SamplePage } from "../page.ts";

export const accountPages: SamplePage[] = [
  {
    path: "account/billing.md",
    topics: ["what counts as a delivery", "overage", "invoices and VAT", "downgrading"],
    corrections: [
      { wrong: "10,000 deliveries", right: "25,000 deliveries" },
      { wrong: "Retries are billed", right: "Retries are not billed" },
    ],
    content: `---
title: Billing
---

You pay for deliveries: parcels times destinations. Retries are billed.

| Plan | Included each month | Price |
|---|---|---|
| Starter | 10,000 deliveries | free |
| Team | 1 million deliveries | €49 |
| Scale | 20 million deliveries | €390 |

## Overage

Above the included amount, a thousand deliveries cost €0.08. Set a spending limit under **Billing → Spending limit**. Above it, new parcels are rejected with 402.

## Invoices

Invoices are issued on the first day of each month. Add a VAT number before that day to see it on the invoice.
`,
  },
  {
    path: "account/teams-and-roles.md",
    topics: ["the viewer role", "inviting people", "removing a member", "audit log"],
    corrections: [{ wrong: "Viewers can replay parcels", right: "Developers can replay parcels" }],
    content: `---
title: Teams and roles
---

| Role | Can access |
|---|---|
| Owner | everything, billing included |
| Admin | members, keys, destinations |
| Developer | destinations, parcels, test keys |
| Viewer | read-only access |

Viewers can replay parcels in both environments.

Invitations are valid for 7 days. Removing a member does not revoke the keys they created, since a key belongs to the workspace.

Every change is recorded in **Settings → Audit log** for 400 days.
`,
  },
  {
    path: "account/data-retention.md",
    topics: [
      "how long bodies are kept",
      "deleting one parcel",
      "personal data",
      "exporting the archive",
    ],
    corrections: [{ wrong: "for 60 days", right: "for 30 days" }],
    content: `---
title: Data retention
---

Parcel bodies are kept for 60 days. After that, only the metadata is kept, for 13 months.

To delete the body of one parcel sooner:

\`\`\`bash
relay parcels redact prc_8f2k1 --reason "data subject request"
\`\`\`

Backups are overwritten after another 14 days. The workspace owner can download the archive of a month as newline-delimited JSON.
`,
  },
  {
    path: "account/single-sign-on.md",
    topics: ["SAML", "SCIM", "Google Workspace", "enforcing SSO"],
    corrections: [{ wrong: "/sso/saml/callback", right: "/sso/saml/acs" }],
    content: `---
title: Single sign-on
---

Available on the Scale plan, over SAML 2.0 and OpenID Connect.

## SAML

Set the assertion consumer address to \`https://app.parcelrelay.example/sso/saml/callback\` and map these attributes:

\`\`\`xml
<saml:Attribute Name="email">
  <saml:AttributeValue>ada@example.com</saml:AttributeValue>
</saml:Attribute>
\`\`\`

## Enforcing it

Once one person has signed in through the identity provider, switch on **Require single sign-on**. Owners can still sign in with a password.
`,
  },
];
