import fc from "fast-check";

/** The origin of the public key that the posts are sent with. */
export const SITE = "https://docs.example.com";

/** Markup that must never stand in a page as it is. */
export const MARKUP = [
  "<script>window.pwned=1</script>",
  "<img src=x onerror=window.pwned=1>",
  "</script><svg onload=window.pwned=1>",
];

/** A post to the collector. Its `body` may be anything. */
export interface HostilePost {
  method: string;
  body: string | Uint8Array;
  headers: Record<string, string>;
}

const FORM = "application/x-www-form-urlencoded";
/** Becomes the number of the post. */
const FORM_ID = "form-number";
/** More than a visitor may send comes from here. */
const FLOODER = "203.0.113.9";

const formula = fc
  .tuple(
    fc.constantFrom("=", "+", "-", "@", "\t=", "\r@", "；=", "＝", "\u200b=", "'=", "x;=", 'x"|+'),
    fc.constantFrom("1+1", 'HYPERLINK("https://evil.example","x")', "cmd|' /C calc'!A0"),
  )
  .map((parts) => parts.join(""));

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
  formula,
  fc.constantFrom(...MARKUP, "javascript:alert(1)", "__proto__", "'; drop table platform_entry;--"),
  fc.constantFrom(
    "\0",
    "\ud800",
    "\u202eevil\u2066",
    "\x1b[2J\x07\x08",
    "\ufeff",
    "a\r\nb: c",
    " ",
  ),
  fc.constantFrom("[url=https://a.example]x[/url]", "https://a.example ".repeat(9), "{{7*7}}"),
  fc.integer({ min: 1, max: 20_000 }).map((size) => "💥x\n".repeat(size / 4)),
);

const nested = fc
  .tuple(fc.integer({ min: 1, max: 12_000 }), fc.constantFrom(["[", "]"], ['{"a":', "}"]))
  .map(([depth, [open = "", close = ""]]) => `${open.repeat(depth)}1${close.repeat(depth)}`);

const url = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ max: 99, min: 0 }).map((page) => `${SITE}/page-${page}`) },
  text.map((path) => `/${path}`),
  text.map((path) => `${SITE}/${path}`),
  text,
  fc.constantFrom("//evil.example/a", "https://evil.example/a", "/../../etc/passwd", "/%00%ff"),
);

/** Fields with the right types, whose texts are hostile. */
const fields = fc.record(
  {
    url,
    helpful: fc.boolean(),
    comment: text,
    code: text,
    filename: text,
    lang: text,
    website: text,
    reasons: fc.array(text, { maxLength: 6 }),
    email: fc.constantFrom("a@example.com", '"<script>"@example.com', "=1+1@example.com"),
    locale: fc.constantFrom("de-CH", "en", "<b>", "x".repeat(40)),
    agent: fc.boolean(),
    shownFor: fc.constantFrom(0, 500, 60_000, -1, 1e308),
    // Few, so that some posts complete others.
    id: fc.oneof(
      fc.integer({ min: 0, max: 300 }).map((id) => `visit-${1_000 + id}`),
      text,
    ),
  },
  { requiredKeys: ["url", "helpful"] },
);

const modest = fc.record(
  { url, helpful: fc.boolean(), comment: text, code: text },
  { requiredKeys: ["url", "helpful"] },
);

const json = fc.oneof(
  { weight: 5, arbitrary: modest.map((value) => JSON.stringify(value)) },
  { weight: 4, arbitrary: fields.map((value) => JSON.stringify(value)) },
  // Wrong types, unknown fields, and fields twice.
  fc
    .tuple(fields, fc.object({ key: fc.constantFrom("url", "id", "comment", "__proto__", "x") }))
    .map(([value, other]) => JSON.stringify({ ...value, ...other })),
  fields.map((value) => `{"url":"/a","__proto__":{"helpful":1},${JSON.stringify(value).slice(1)}`),
  nested,
  nested.map((value) => `{"url":"/a","helpful":true,"comment":${value}}`),
  fields.map((value) => JSON.stringify(value).slice(0, -2)),
  fc.json(),
  fc.uint8Array({ maxLength: 300 }),
  fc.integer({ min: 32_000, max: 200_000 }).map((size) => `{"url":"${"a".repeat(size)}"}`),
);

/** Each form has an ID of its own, as its answer names none. */
const form = fc
  .tuple(modest, fc.constant(FORM_ID), fc.constantFrom(SITE, "//evil.example", "javascript:x"))
  .map(([value, id, next]) => {
    const given = Object.entries(value).map(([name, each]) => [name, String(each)]);
    return String(new URLSearchParams([...given, ["id", id], ["next", next]]));
  });

const type = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("application/json", "text/plain") },
  fc.constantFrom("multipart/form-data", "application/json; charset=utf-7", FORM, "x", "text/html"),
);

const content = fc.oneof(
  { weight: 6, arbitrary: fc.record({ body: json, type }) },
  fc.record({ body: form, type: fc.constant(FORM) }),
);

const origin = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(SITE, "null") },
  fc.constantFrom(
    "https://evil.example",
    `${SITE}.evil.example`,
    "*",
    `${SITE}:444`,
    "x".repeat(900),
  ),
);

const visitor = fc.oneof(
  { weight: 6, arbitrary: fc.ipV4() },
  fc.constantFrom(FLOODER, "not an address", "::ffff:1.2.3.4", "1.1.1.1, 2.2.2.2"),
);

const hostilePost: fc.Arbitrary<HostilePost> = fc
  .record({
    content,
    origin,
    visitor,
    method: fc.oneof(
      { weight: 30, arbitrary: fc.constant("POST") },
      fc.constantFrom("PUT", "DELETE"),
    ),
    agent: fc.constantFrom("Mozilla/5.0", "Googlebot/2.1", "<script>", ""),
    signal: fc.constantFrom("0", "1"),
  })
  .map(({ content: { body, type: contentType }, ...sent }) => ({
    method: sent.method,
    body,
    headers: {
      "content-type": contentType,
      origin: sent.origin,
      dnt: sent.signal,
      "x-forwarded-for": sent.visitor,
      "user-agent": sent.agent,
      "x-errata-client": "192.0.2.1",
      "x-real-ip": "192.0.2.1",
    },
  }));

/** Returns posts that attack the collector, of which a good part is accepted. */
export function hostilePosts(count: number, seed: number): HostilePost[] {
  return fc.sample(hostilePost, { numRuns: count, seed }).map((post, index) => ({
    ...post,
    body:
      typeof post.body === "string"
        ? post.body.replace(FORM_ID, `form-${10_000 + index}`)
        : post.body,
  }));
}
