import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parseConfig } from "../../lib/config.ts";
import { createOutput } from "../../lib/platform/agent/output.ts";
import { createRedactor } from "../../lib/platform/agent/redact.ts";
import { createSecretSearch } from "../../lib/platform/secret-search.ts";

const SECRET = "canary+secret/0123%~value";
const search = createSecretSearch([SECRET, "pâsswörd-für-alle"]);

const base64 = (before: string, secret = SECRET, encoding: BufferEncoding = "utf8") =>
  Buffer.from(`${before}${secret} and more`, encoding).toString("base64");
const hex = Buffer.from(SECRET).toString("hex");
const wrapped = (text: string, width: number, lineBreak: string) =>
  (text.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join(lineBreak);
const everyByte = (secret: string, prefix: string) =>
  [...Buffer.from(secret)].map((byte) => prefix + byte.toString(16).padStart(2, "0")).join("");
const swapped = (text: string) => Buffer.from(text, "utf16le").swap16().toString();

/** Adds what a header can have: extra bytes, a name, a comment, and a checksum. */
function withHeaderFields(archive: Buffer): Buffer {
  const fields = Buffer.from("\x02\0\x01\x01name\0comment\0\x01\x01");
  const start = Buffer.from(archive.subarray(0, 10));
  start[3] = 2 + 4 + 8 + 16;
  return Buffer.concat([start, fields, archive.subarray(10)]);
}

describe("a secret is found", () => {
  test.each([
    ["as it is", SECRET],
    ["over line breaks", wrapped(SECRET, 7, "\n  ")],
    ["over line breaks in JSON", wrapped(SECRET, 7, "\\n")],
    ["backward", [...SECRET].reverse().join("")],
    ["as base64", base64("")],
    ["as base64 after one byte", base64("x")],
    ["as base64 after two bytes", base64("xy")],
    ["as base64 in lines", wrapped(base64("x".repeat(50)), 20, "\r\n")],
    ["as base64 in quoted lines", `> ${wrapped(base64("xy"), 20, "\n> ")}`],
    ["as base64 in lines of JSON", wrapped(base64("y"), 20, '",\n  "')],
    ["as base64 for addresses", Buffer.from(`??${SECRET}>>`).toString("base64url")],
    ["as base64 in an address", encodeURIComponent(base64("xy"))],
    ["as base64 of UTF-16", base64("", SECRET, "utf16le")],
    ["as base64 of UTF-16 after a byte", Buffer.from(`\0${swapped(SECRET)}`).toString("base64")],
    ["as hex", hex],
    ["as upper-case hex", hex.toUpperCase()],
    ["as hex in lines", wrapped(hex, 16, "\n")],
    ["as hex with colons", wrapped(hex, 2, ":")],
    ["as a list of bytes", `0x${wrapped(hex, 2, ", 0x")}`],
    ["as hex of UTF-16", Buffer.from(SECRET, "utf16le").toString("hex")],
    ["URL-encoded", encodeURIComponent(SECRET)],
    ["URL-encoded in part", SECRET.replace("c", "%63").replace("~", "%7e").replace("/", "%2F")],
    ["URL-encoded in full", everyByte(SECRET, "%")],
    ["with escapes of a shell", everyByte(SECRET, "\\x")],
    ["with escapes of JSON", everyByte(SECRET, "\\u00")],
    ["as UTF-16", `\ufeff${[...SECRET].join("\0")}\0`],
    ["with gzip and base64", gzipSync(`x ${SECRET} y`).toString("base64")],
    ["with gzip and base64 in lines", wrapped(gzipSync(SECRET).toString("base64"), 20, "\n")],
    [
      "with gzip and base64 that was cut",
      gzipSync(SECRET, { level: 0 }).toString("base64").slice(0, -8),
    ],
    ["with gzip's fields and base64", withHeaderFields(gzipSync(SECRET)).toString("base64")],
    ["with other characters than ASCII", "pâsswörd-für-alle"],
    ["with other characters, URL-encoded", encodeURIComponent("pâsswörd-für-alle")],
    ["with other characters, as base64", base64("z", "pâsswörd-für-alle")],
  ])("%s", (_how, text) => {
    const [place, ...others] = search.find(`before ${text}. After`);
    expect(others).toEqual([]);
    expect(place?.start).toBeGreaterThanOrEqual("before ".length);
    expect(place?.end).toBeLessThanOrEqual(`before ${text}`.length);
  });
});

test.each([
  ["one that differs at the end", SECRET.replace("value", "valuf")],
  ["half of one", SECRET.slice(0, 12)],
  [
    "the alphabet of base64",
    Buffer.from("nothing to see here, move along please").toString("base64"),
  ],
  ["an archive without it", gzipSync("nothing").toString("base64")],
  ["what isn't an archive", `H4sI${"A".repeat(500)}`],
  // Not promised.
  ["another compression", deflateSync(`x ${SECRET} y`).toString("base64")],
  ["twice base64", Buffer.from(base64("")).toString("base64")],
])("%s isn't a secret", (_what, text) => {
  expect(search.find(`before ${text} after`)).toEqual([]);
});

test("several secrets are found in order, and those that overlap as one", () => {
  const overlapping = createSecretSearch([
    "postgres://errata:pass-word-1@db/errata",
    "pass-word-1",
  ]);
  const text = "a pass-word-1 b postgres://errata:pass-word-1@db/errata c cGFzcy13b3JkLTE=";
  expect(overlapping.find(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    ...["pass-word-1", "postgres://errata:pass-word-1@db/errata", "cGFzcy13b3JkLT"],
  ]);
});

test("a secret of spaces or a few characters isn't found everywhere", () => {
  expect(createSecretSearch(["        ", "a      b"]).find("a b   ".repeat(20))).toEqual([]);
});

describe("an agent's output", () => {
  const redact = createRedactor(parseConfig({ AGENT_ENVIRONMENT: "KEY", KEY: SECRET }));
  const forms = {
    plain: SECRET,
    base64: base64("x").slice(0, 36),
    hex: wrapped(hex.toUpperCase(), 2, " "),
    escaped: everyByte(SECRET, "\\u00"),
  };

  test.each(Object.entries(forms))("has no secret wherever it is cut: %s", (_form, text) => {
    for (let cut = 1; cut < text.length; cut += 7) {
      const output = createOutput(redact);
      // Long enough that the first part is searched without the second.
      output.print(".".repeat(17_000) + text.slice(0, cut));
      output.print(text.slice(cut) + ".".repeat(17_000));
      // Of base64, bits that aren't the secret's alone may stay.
      expect(/^\.+(.*?)\.+$/.exec(output.text())?.[1]).toMatch(/^\w{0,2}\[secret\]\w{0,3}$/);
    }
  });

  test("has no part of a secret where it is shortened", () => {
    const output = createOutput(redact);
    for (let piece = 0; piece < 8_000; piece += 1) {
      output.print(`${"x".repeat(200)} ${forms.hex.slice(0, 30)}`);
      output.print(`${forms.hex.slice(30)} `);
    }
    const text = output.text();
    expect(text).toContain("characters omitted");
    expect(/[0-9A-F]{2} [0-9A-F]{2}/.exec(text)?.[0]).toBeUndefined();
  });
});
