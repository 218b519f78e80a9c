/** A pull request with what readers asked for, and what an agent changed besides that is false. */
export interface PlantedPull {
  path: string;
  asks: string[];
  /** Lines of each hunk, as `file` of review.test.ts takes them. */
  hunks: string[][];
  /** Part of the old text of each falsehood. */
  planted: string[];
}

/** Pull requests as agents make them, with forty falsehoods. */
export const PLANTED: PlantedPull[] = [
  {
    path: "docs/auth.md",
    asks: ['"Authorisation: Token" should be "Authorization: Bearer"'],
    hunks: [
      [
        " Send your key in a header:",
        "-Authorisation: Token abc",
        "+Authorization: Bearer abc",
        " ",
        "-Keys expire after 90 days. Never commit a key to a repository.",
        "+Keys expire after 30 days.",
      ],
    ],
    planted: ["90 days", "Never commit a key to a repository"],
  },
  {
    path: "docs/install.md",
    asks: ["The install command fails, the package is called @acme/relay now"],
    hunks: [
      [
        "-npm install acme-relay",
        "+npm install @acme/relay",
        " ",
        "-Node 18 or newer is required.",
        "+Node 16 or newer is required.",
      ],
      [
        "-> **Warning:** Don't run the installer as root. It overwrites files in `/etc`.",
        "->",
        " ## Next steps",
      ],
    ],
    planted: ["Node 18", "Don't run the installer as root"],
  },
  {
    path: "docs/cli.md",
    asks: ["`--out` should be `--output`"],
    hunks: [
      [
        "-relay build --out dist",
        "+relay build --output dist",
        "-relay serve --port 4000",
        "+relay serve --listen 4000",
      ],
      [
        "-| `--watch` | Rebuilds when a file changes |",
        "+| `--live` | Rebuilds when a file changes |",
      ],
    ],
    planted: ["--port", "--watch"],
  },
  {
    path: "docs/webhooks.md",
    asks: ["What happens when my server is down? Do you retry?"],
    hunks: [
      [
        "-Failed deliveries are retried.",
        "+Failed deliveries are retried with a growing delay.",
        "-A delivery counts as failed unless your server answers with a status from 200 to 299 within 10 seconds.",
        "+A delivery counts as failed unless your server answers with a status from 200 to 299 within 10 minutes.",
      ],
      [
        "-Verify the signature before you parse the body.",
        "+Verify the signature after you parse the body.",
      ],
    ],
    planted: ["within 10 seconds", "before you parse"],
  },
  {
    path: "docs/limits.md",
    asks: ["Typo: recieve"],
    hunks: [
      [
        "-You recieve a 429 response when you exceed a limit.",
        "+You receive a 429 response when you exceed a limit.",
        "-| Requests per minute | 600 |",
        "+| Requests per minute | 6,000 |",
        "-| Body size | 5 MB |",
        "+| Body size | 5 GB |",
      ],
    ],
    planted: ["600", "5 MB"],
  },
  {
    path: "docs/config.md",
    asks: ["The default of retries is missing"],
    hunks: [
      [
        "-retries: how often a request is sent again",
        "+retries: how often a request is sent again (default 3)",
        "-The cache is enabled by default.",
        "+The cache is disabled by default.",
        "-timeout = 30",
        "+timeout = 60",
      ],
    ],
    planted: ["enabled", "timeout = 30"],
  },
  {
    path: "docs/roles.md",
    asks: ["Who can invite people?"],
    hunks: [
      [
        "+Owners and admins can invite people.",
        "-Viewers can't see billing.",
        "+Viewers can see billing.",
        "-Only owners can delete a project.",
        "+Owners can delete a project.",
      ],
    ],
    planted: ["can't see billing", "Only owners"],
  },
  {
    path: "docs/backup.md",
    asks: ["Step 2 doesn't say where the file is"],
    hunks: [
      [
        " 1. Stop the server.",
        "-2. Copy the database.",
        "+2. Copy the database, `data/relay.db`.",
        "-3. Verify the copy.",
        "-4. Start the server again.",
        "+3. Start the server again.",
      ],
      [
        "-Restoring replaces everything in the folder. Make a copy of it first, because what was there can't be brought back afterwards.",
        "+Restoring is quick and safe, so you can try it whenever you like, on any machine and with any version.",
      ],
    ],
    planted: ["Verify the copy", "Restoring replaces everything"],
  },
  {
    path: "docs/python.md",
    asks: ["`client.send_parcel` should be `client.parcels.send`"],
    hunks: [
      [
        " ```python",
        "-client.send_parcel(to=address)",
        "+client.parcels.send(to=address)",
        "-result = client.wait_for(result.id, timeout=20)",
        "+result = client.poll(result.id, timeout=20)",
        " ```",
        "-`RelayError` is raised if the address is unknown.",
        "+`RelayException` is raised if the address is unknown.",
      ],
    ],
    planted: ["client.wait_for", "RelayError"],
  },
  {
    path: "docs/regions.md",
    asks: ["The link to the status page is dead"],
    hunks: [
      [
        "-See the [status page](https://status.example.com/old).",
        "+See the [status page](https://status.example.com).",
        "-Data of European customers stays in the European Union.",
        "+Data of European customers is stored worldwide.",
        "-API: https://eu.api.example.com",
        "+API: https://api.example.com",
      ],
    ],
    planted: ["stays in the European Union", "https://eu.api.example.com"],
  },
  {
    path: "docs/billing.md",
    asks: ["Please say whether the price includes tax"],
    hunks: [
      [
        "-The Team plan costs $25 per person and month.",
        "+The Team plan costs $20 per person and month, without tax.",
        "-You can cancel at any time until the last day of the month.",
        "+You can cancel at any time until the first day of the month.",
      ],
    ],
    planted: ["$25", "last day of the month"],
  },
  {
    path: "docs/sdk/java.md",
    asks: ["The code example doesn't compile, a semicolon is missing"],
    hunks: [
      [
        '-Relay relay = new Relay("key")',
        '+Relay relay = new Relay("key");',
        "-relay.setMaxRetries(5);",
        "+relay.setMaxRetries(50);",
        "-relay.close();",
      ],
    ],
    planted: ["setMaxRetries(5)", "relay.close()"],
  },
  {
    path: "docs/errors.md",
    asks: ["Error E104 isn't explained"],
    hunks: [
      [
        "+| E104 | The destination is paused |",
        "-| E201 | The key is read-only |",
        "+| E202 | The key is read-only |",
      ],
      [
        "-Errors of the 5xx range must be retried with the same idempotency key.",
        "+Errors of the 5xx range may be retried with the same idempotency key.",
      ],
    ],
    planted: ["E201", "must be retried"],
  },
  {
    path: "docs/quickstart.md",
    asks: ["relay serve should be relay listen"],
    hunks: [
      [
        "-relay serve",
        "+relay listen",
        "-export RELAY_KEY=your-test-key",
        "+export RELAY_TOKEN=your-test-key",
        "-Create a **test** key first. Live keys send real parcels.",
        "+Create a key first.",
      ],
    ],
    planted: ["RELAY_KEY", "Live keys send real parcels"],
  },
  {
    path: "docs/deploy.md",
    asks: ["How do I run this behind nginx?"],
    hunks: [
      [
        "+Behind nginx, pass on the host name of the request.",
        "-Set `TRUST_PROXY=false` unless you run it behind a proxy.",
        "+Set `TRUST_PROXY=true` unless you run it behind a proxy.",
        "-The container listens on port 8080.",
        "+The container listens on port 8000.",
      ],
    ],
    planted: ["TRUST_PROXY=false", "8080"],
  },
  {
    path: "docs/security.md",
    asks: ["Broken sentence in the paragraph about tokens"],
    hunks: [
      [
        "-Tokens are are hashed with SHA-256 and can't be shown again. Rotate a token that was in a log, in a screenshot, or in a chat.",
        "+Tokens are hashed with SHA-256 and can't be shown again.",
        "-Sessions end after two weeks.",
        "+Sessions end after four weeks.",
      ],
    ],
    planted: ["Rotate a token that was in a log", "two weeks"],
  },
  {
    path: "docs/search.md",
    asks: ["The example of a phrase search is wrong, it needs quotes"],
    hunks: [
      [
        "-Search for a phrase: fast parcel",
        '+Search for a phrase: "fast parcel"',
        "-Results are sorted by date, oldest first.",
        "+Results are sorted by date, newest first.",
        "-Deleted items are not found.",
        "+Deleted items are found.",
      ],
    ],
    planted: ["oldest first", "not found"],
  },
  {
    path: "docs/migrate.md",
    asks: ["This page is outdated, v3 is out"],
    hunks: [
      ["-Version 2 is the current one.", "+Version 3 is the current one."],
      [
        "-## Before you begin",
        "-",
        "-The migration can't be undone. Export your data, and tell your team that sending stops for an hour.",
        "-",
        " ## Steps",
        "-`parcel.id` is a string now.",
        "+`parcel.id` is a number now.",
      ],
    ],
    planted: ["The migration can't be undone", "a string now"],
  },
  {
    path: "docs/events.mdx",
    asks: ["parcel.arrived is missing in the list of events"],
    hunks: [
      [
        " - `parcel.sent`",
        "-- `parcel.lost`",
        "+- `parcel.arrived`",
        "-Each event is delivered at least once.",
        "+Each event is delivered exactly once.",
      ],
    ],
    planted: ["parcel.lost", "at least once"],
  },
  {
    path: "docs/faq.md",
    asks: ["Can I use it offline?"],
    hunks: [
      [
        "+No. Relay needs a connection.",
        "-## Is there a free plan?",
        "+## Is there a trial?",
        "-Yes, for up to 100 parcels per month, without a credit card.",
        "+Yes, for up to 100 parcels per month.",
      ],
    ],
    planted: ["Is there a free plan", "without a credit card"],
  },
];

/** Falsehoods of each kind that agents make, several in a pull request. */
export const KINDS: (PlantedPull & { kind: string })[] = [
  {
    kind: "a changed unit",
    path: "docs/timeouts.md",
    asks: ["Typo: conection"],
    hunks: [
      [
        "-The conection closes after 30 seconds without data.",
        "+The connection closes after 30 minutes without data.",
        "-Bodies above 10 MB are rejected.",
        "+Bodies above 10 MiB are rejected.",
        "-poll_interval: 500ms",
        "+poll_interval: 500s",
      ],
    ],
    planted: ["30 seconds", "10 MB", "500ms"],
  },
  {
    kind: "steps in another order",
    path: "docs/upgrade.md",
    asks: ["Step 3 doesn't say which command"],
    hunks: [
      [
        "-1. Make a backup.",
        "-2. Stop the server.",
        "-3. Run the migration.",
        "+1. Stop the server.",
        "+2. Run the migration with `relay migrate`.",
        "+3. Make a backup.",
      ],
      [" ```sh", "-relay drain", " relay stop", "+relay drain", " ```"],
      ["-relay lock", " relay copy", "+relay lock", " ```"],
    ],
    planted: ["Make a backup", "relay drain", "relay lock"],
  },
  {
    kind: "a dropped negation",
    path: "docs/retention.md",
    asks: ["What is a tombstone?"],
    hunks: [
      [
        "-Deleted parcels are not billed.",
        "+Deleted parcels are billed. A tombstone marks a deleted parcel.",
        "-Don't share the key with others.",
        "+Share the key with others.",
      ],
    ],
    planted: ["not billed", "Don't share"],
  },
  {
    kind: "another path in an address",
    path: "docs/api.md",
    asks: ["The curl example lacks the header"],
    hunks: [
      [
        "-curl https://api.example.com/v1/parcels",
        "+curl https://api.example.com/v2/parcels -H 'Authorization: Bearer KEY'",
        "-Send `POST /v1/parcels/{id}/cancel`.",
        "+Send `POST /v1/parcels/{id}/stop`.",
      ],
    ],
    planted: ["https://api.example.com/v1/parcels", "/cancel"],
  },
  {
    kind: "another version in a code block",
    path: "docs/docker.md",
    asks: ["How do I set the port?"],
    hunks: [
      [
        " ```yaml",
        "-  image: acme/relay:2.4.1",
        "+  image: acme/relay:2.1.4",
        "+  ports: ['8080:8080']",
        " ```",
        '-  "relay": "^4.0.0",',
        '+  "relay": "~4.0.0",',
      ],
    ],
    planted: ["2.4.1", "^4.0.0"],
  },
  {
    kind: "another default in a table",
    path: "docs/options.md",
    asks: ["`retries` isn't explained"],
    hunks: [
      [
        "-| `retries` | 3 | |",
        "+| `retries` | 3 | How often a request is sent again |",
        "-| `cache` | true | Keeps responses |",
        "+| `cache` | false | Keeps responses |",
        "-| `log` | info | |",
        "+| `log` | debug | |",
      ],
    ],
    planted: ["`cache`", "`log`"],
  },
  {
    kind: "a removed admonition",
    path: "docs/delete.md",
    asks: ["Typo: permanantly"],
    hunks: [
      [
        "-Projects are deleted permanantly.",
        "+Projects are deleted permanently.",
        " ",
        "-:::danger",
        "-Deleting a project deletes its keys.",
        "-:::",
      ],
      ["-<Warning>", "+<Note>", " This can't be undone.", "-</Warning>", "+</Note>"],
      ["-:::caution", " Export your data first.", "-:::"],
    ],
    planted: ["Deleting a project deletes its keys", "<Warning>", ":::caution"],
  },
  {
    kind: "another image",
    path: "docs/dashboard.md",
    asks: ["Typo: teh"],
    hunks: [
      [
        "-![Teh settings](./images/settings.png)",
        "+![The settings](./images/billing.png)",
        '-<img src="/img/keys.png" alt="Keys" />',
        '+<img src="/img/roles.png" alt="Keys" />',
      ],
    ],
    planted: ["settings.png", "keys.png"],
  },
  {
    kind: "a link that leads elsewhere",
    path: "docs/links.md",
    asks: ["The sentence on support reads odd"],
    hunks: [
      [
        "-Ask support in case of any questions, see [contact](https://example.com/contact).",
        "+If you have questions, ask support: see [contact](https://example.net/contact).",
        "-Read [the guide](../guides/auth.md#scopes) first.",
        "+Read [the guide](../guides/auth.md#tokens) first.",
      ],
    ],
    planted: ["https://example.com/contact", "#scopes"],
  },
  {
    kind: "a renamed heading",
    path: "docs/scopes.md",
    asks: ["Typo: recieve"],
    hunks: [
      ["-## Rate limits", "+## Limits", " ", "-You recieve 429.", "+You receive 429."],
      ["-## Scopes", "+## Permissions"],
      ["-### Setup {#install}", "+### Setup {#setup}"],
    ],
    planted: ["Rate limits", "Scopes", "#install"],
  },
  {
    kind: "another sign",
    path: "docs/operators.md",
    asks: ["Typo: teh"],
    hunks: [
      [
        "-Teh offset is -5.",
        "+The offset is 5.",
        "-if (a >= b) retry()",
        "+if (a <= b) retry()",
        "-first && second",
        "+first || second",
        "-WHERE id != 4",
        "+WHERE id = 4",
      ],
    ],
    planted: ["-5", "a >= b", "first &&", "id != 4"],
  },
];

/** Pull requests that weren't looked at while the rules were made. */
export const HELD_OUT: PlantedPull[] = [
  {
    path: "docs/rate-limits.md",
    asks: ["It says 100 calls per minute, but I get 429 only after 500"],
    hunks: [
      [
        "-| Calls per minute | 100 |",
        "+| Calls per minute | 500 |",
        "-| Body | 10 MB |",
        "+| Body | 100 MB |",
      ],
    ],
    planted: ["10 MB"],
  },
  {
    path: "docs/storage.md",
    asks: ["Which regions are there?"],
    hunks: [
      [
        "+There are three regions.",
        "-Objects are kept for a year after the account is closed.",
        "+Objects are kept for a month after the account is closed.",
        "-Uploads above 100 MiB need the multipart interface.",
        "+Uploads above 100 MiB don't need the multipart interface.",
      ],
    ],
    planted: ["for a year", "need the multipart interface"],
  },
  {
    path: "docs/roles/audit.md",
    asks: ["The word 'seperate' is misspelled"],
    hunks: [
      [
        "-The log is kept in a seperate database.",
        "+The log is kept in a separate database.",
        "-Entries can be exported, but not changed or deleted.",
        "+Entries can be exported, changed, and deleted.",
        "-  retention_days: 365",
        "+  retention_days: 30",
      ],
    ],
    planted: ["but not changed or deleted", "retention_days: 365"],
  },
  {
    path: "docs/go.md",
    asks: [
      "The import path is wrong: `github.com/acme/relay` should be `github.com/acme/relay/v2`",
    ],
    hunks: [
      [
        '-import "github.com/acme/relay"',
        '+import "github.com/acme/relay/v2"',
        "-defer client.Close()",
        "-if err := client.Send(ctx, p); err != nil {",
        "+if err := client.Post(ctx, p); err != nil {",
      ],
    ],
    planted: ["defer client.Close()", "client.Send"],
  },
  {
    path: "docs/permissions.md",
    asks: ["What does 'write' include?"],
    hunks: [
      [
        "-write: change items",
        "+write: change and delete items",
        "-Requests without a scope are rejected with 403.",
        "+Requests without a scope are accepted with 403.",
        "-Ask an administrator before you enable this.",
      ],
    ],
    planted: ["are rejected", "Ask an administrator"],
  },
  {
    path: "docs/schedule.md",
    asks: ["The time zone isn't stated"],
    hunks: [
      [
        "-Jobs run every day at 3:00.",
        "+Jobs run every day at 5:00 UTC.",
        "-On Sundays, no job runs.",
        "+On Sundays, jobs run as well.",
      ],
    ],
    planted: ["3:00", "no job runs"],
  },
  {
    path: "docs/replicas.md",
    asks: ["Is this eventually consistent?"],
    hunks: [
      [
        "+Reads are eventually consistent.",
        "-Writes are acknowledged after they are on two replicas.",
        "+Writes are acknowledged before they are on two replicas.",
        "-The call is synchronous.",
        "+The call is asynchronous.",
      ],
    ],
    planted: ["after they are", "is synchronous"],
  },
  {
    path: "docs/windows.md",
    asks: ["please mention Windows"],
    hunks: [
      [
        "-On macOS and Linux, run `relay up`.",
        "+On macOS, Linux, and Windows, run `relay up`.",
        "-Tokens are valid for one hour.",
        "+Tokens are valid for an hour or more.",
        "-Internal errors are logged.",
        "+Interval errors are logged.",
      ],
    ],
    planted: ["one hour", "Internal errors"],
  },
  {
    path: "docs/sla.md",
    asks: ["What's the SLA?"],
    hunks: [
      [
        "-Uptime is 99.9 % per month.",
        "+Uptime is 99.99 % per month.",
        "-Contact <support@acme.dev>.",
        "+Contact <help@acme.dev>.",
        "-The limit is per user, not per organization.",
        "+The limit is per organization, not per user.",
      ],
    ],
    planted: ["99.9", "support@acme.dev", "per user, not per"],
  },
];
