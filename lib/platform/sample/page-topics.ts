import "server-only";

/** A deliberate mistake: `wrong` occurs exactly once in the page, and `right` fixes it. */
export type Correction = { wrong: string; right: string };

/**
 * The pages by their files in the folder `repository`, in the order of its docs.json, with the topics and
 * mistakes that comments mention.
 */
export const PAGES: Record<string, { topics: string[]; corrections: Correction[] }> = {
  "introduction.mdx": {
    topics: ["what counts as a parcel", "the free tier", "how delivery works"],
    corrections: [{ wrong: "512 KB", right: "256 KB" }],
  },
  "quickstart.mdx": {
    topics: ["the first parcel", "the test destination", "installing the CLI", "the listener"],
    corrections: [
      { wrong: "relay serve", right: "relay listen" },
      { wrong: "X-Relay-Key", right: "Authorization" },
      { wrong: "npm install parcel-relay-node", right: "npm install @parcel-relay/node" },
    ],
  },
  "concepts.mdx": {
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
  },
  "environments.mdx": {
    topics: [
      "test and live keys",
      "copying destinations between environments",
      "the sandbox region",
    ],
    corrections: [{ wrong: "deleted after 30 days", right: "deleted after 7 days" }],
  },
  "guides/authentication.mdx": {
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
  },
  "guides/verify-signatures.mdx": {
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
  },
  "guides/retries.mdx": {
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
  },
  "guides/idempotency.mdx": {
    topics: ["idempotency keys", "how long a key is remembered", "receiving the same parcel twice"],
    corrections: [
      { wrong: "Idempotent-Key", right: "Idempotency-Key" },
      { wrong: "for 12 hours", right: "for 24 hours" },
    ],
  },
  "guides/filtering.mdx": {
    topics: [
      "wildcards in subscriptions",
      "filtering by a field of the body",
      "the filter syntax",
      "testing a filter",
    ],
    corrections: [{ wrong: "$includes", right: "$contains" }],
  },
  "guides/transformations.mdx": {
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
  },
  "guides/ordering.mdx": {
    topics: ["ordering keys", "head-of-line blocking", "out-of-order events"],
    corrections: [],
  },
  "guides/local-development.mdx": {
    topics: ["the tunnel", "forwarding to a container", "replaying against localhost"],
    corrections: [{ wrong: "--port-forward", right: "--forward" }],
  },
  "guides/migrate-v1.mdx": {
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
  },
  "guides/scheduled-parcels.mdx": {
    topics: ["time zones", "cancelling a scheduled parcel", "the furthest date"],
    corrections: [{ wrong: "deliverAfter", right: "deliverAt" }],
  },
  "guides/alerts.mdx": {
    topics: ["failure thresholds", "Slack alerts", "muting an alert", "false alarms at night"],
    corrections: [{ wrong: "20 consecutive failures", right: "10 consecutive failures" }],
  },
  "guides/self-hosted-runner.mdx": {
    topics: ["outbound connections", "runner upgrades", "memory limits", "running two runners"],
    corrections: [
      { wrong: "relay-runner:2.4", right: "relay-runner:3.1" },
      { wrong: "port 8443", right: "port 443" },
    ],
  },
  "api/overview.mdx": {
    topics: ["the base address", "versioning", "the OpenAPI file"],
    corrections: [
      { wrong: "https://api.parcelrelay.example/v1", right: "https://api.parcelrelay.example/v2" },
    ],
  },
  "api/create-parcel.mdx": {
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
  },
  "api/retrieve-parcel.mdx": {
    topics: ["the attempts array", "expanding attempts", "parcels of another environment"],
    corrections: [{ wrong: "?include=attempts", right: "?expand=attempts" }],
  },
  "api/list-parcels.mdx": {
    topics: ["filtering by status", "sorting", "the default page size", "date filters"],
    corrections: [
      { wrong: "page_size", right: "limit" },
      { wrong: "created_before", right: "createdBefore" },
    ],
  },
  "api/cancel-parcel.mdx": {
    topics: ["what can be cancelled", "the 409 response"],
    corrections: [{ wrong: "DELETE /v2/parcels/{id}", right: "POST /v2/parcels/{id}/cancel" }],
  },
  "api/destinations.mdx": {
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
  },
  "api/events.mdx": {
    topics: ["event type names", "JSON Schema", "deprecating an event type"],
    corrections: [{ wrong: "draft-07", right: "2020-12" }],
  },
  "api/errors.mdx": {
    topics: ["the error body", "retryable errors", "request ids", "the 422 details"],
    corrections: [
      { wrong: "X-Request-ID", right: "Relay-Request-Id" },
      {
        wrong: "402 means that you sent too many requests",
        right: "429 means that you sent too many requests",
      },
    ],
  },
  "api/rate-limits.mdx": {
    topics: [
      "the 429 response",
      "burst traffic",
      "limits per key or per workspace",
      "asking for a higher limit",
    ],
    corrections: [{ wrong: "60 requests a second", right: "600 requests a minute" }],
  },
  "api/pagination.mdx": {
    topics: ["cursors", "the last page", "changing filters between pages"],
    corrections: [{ wrong: "next_page", right: "nextCursor" }],
  },
  "sdks/node.mdx": {
    topics: ["TypeScript types", "ESM and CommonJS", "timeouts", "retries inside the library"],
    corrections: [
      { wrong: "Node.js 16", right: "Node.js 20" },
      { wrong: "maxRetry: 3", right: "maxRetries: 3" },
    ],
  },
  "sdks/python.mdx": {
    topics: ["the async client", "type hints", "proxies", "installing with uv"],
    corrections: [
      { wrong: "pip install parcel_relay", right: "pip install parcelrelay" },
      { wrong: "Python 3.7", right: "Python 3.10" },
    ],
  },
  "sdks/go.mdx": {
    topics: ["contexts and timeouts", "error types", "the module path"],
    corrections: [{ wrong: "relay.NewClient", right: "relay.New" }],
  },
  "sdks/ruby.mdx": {
    topics: ["Rails integration", "thread safety"],
    corrections: [{ wrong: "parcel-relay-rb", right: "parcelrelay" }],
  },
  "sdks/java.mdx": {
    topics: ["Gradle setup", "Spring Boot", "virtual threads"],
    corrections: [
      { wrong: "com.parcelrelay:relay-sdk:1.9.0", right: "com.parcelrelay:relay-java:2.3.0" },
    ],
  },
  "sdks/php.mdx": {
    topics: ["Laravel", "Guzzle versions"],
    corrections: [
      {
        wrong: "composer require parcel-relay/php",
        right: "composer require parcelrelay/relay-php",
      },
    ],
  },
  "sdks/cli.mdx": {
    topics: ["shell completion", "logging in on a server", "JSON output", "installing on Windows"],
    corrections: [
      { wrong: "brew install parcel-relay", right: "brew install parcelrelay/tap/relay" },
      { wrong: "relay auth", right: "relay login" },
    ],
  },
  "troubleshooting/signature-mismatch.md": {
    topics: ["body parsers", "proxies that change the body", "the wrong secret", "clock drift"],
    corrections: [
      { wrong: "express.json() before", right: "express.raw() before" },
      { wrong: "relay verify --body", right: "relay signatures check --body" },
    ],
  },
  "troubleshooting/timeouts.md": {
    topics: ["the 15 second limit", "slow destinations", "answering before working"],
    corrections: [{ wrong: "within 30 seconds", right: "within 15 seconds" }],
  },
  "troubleshooting/duplicate-deliveries.md": {
    topics: ["at-least-once delivery", "two subscriptions that match", "deduplication"],
    corrections: [{ wrong: "X-Parcel header", right: "Relay-Parcel-Id header" }],
  },
  "troubleshooting/tls.md": {
    topics: ["expired certificates", "intermediate certificates", "self-signed certificates"],
    corrections: [{ wrong: "TLS 1.0", right: "TLS 1.2" }],
  },
  "account/billing.md": {
    topics: ["what counts as a delivery", "overage", "invoices and VAT", "downgrading"],
    corrections: [
      { wrong: "10,000 deliveries", right: "25,000 deliveries" },
      { wrong: "Retries are billed", right: "Retries are not billed" },
    ],
  },
  "account/teams-and-roles.md": {
    topics: ["the viewer role", "inviting people", "removing a member", "audit log"],
    corrections: [{ wrong: "Viewers can replay parcels", right: "Developers can replay parcels" }],
  },
  "account/data-retention.md": {
    topics: [
      "how long bodies are kept",
      "deleting one parcel",
      "personal data",
      "exporting the archive",
    ],
    corrections: [{ wrong: "for 60 days", right: "for 30 days" }],
  },
  "account/single-sign-on.md": {
    topics: ["SAML", "SCIM", "Google Workspace", "enforcing SSO"],
    corrections: [{ wrong: "/sso/saml/callback", right: "/sso/saml/acs" }],
  },
  "changelog.md": {
    topics: ["the v1 shutdown", "breaking changes", "the RSS feed"],
    corrections: [
      { wrong: "Febuary", right: "February" },
      { wrong: "ordering_key", right: "orderingKey" },
    ],
  },
};
