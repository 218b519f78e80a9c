import { describe, expect, test } from "vitest";
import {
  entryWithoutAddresses,
  normalizedAddress,
  onlyAddressOf,
  withoutAddresses,
  withoutAddressesInJson,
} from "../../lib/text/reader-address.ts";

const reader = "reader@example.org";
const isReader = (address: string) => address === reader;
const cleaned = (text: string) => withoutAddresses(text, isReader);

describe("forgotten addresses", () => {
  test.each([
    ["Write to reader@example.org, please.", "Write to [removed], please."],
    ["READER@Example.Org", "[removed]"],
    ["<a href='mailto:reader@example.org'>", "<a href='mailto:[removed]'>"],
    ["'reader@example.org'", "'[removed]'"],
    ['"reader@example.org"', '"[removed]"'],
    ["**reader@example.org**", "**[removed]**"],
    ["_reader@example.org_", "_[removed]_"],
    ["?to=reader%40example.org&x=1", "?to=[removed]&x=1"],
    ["/a%20reader%40example%2Eorg/b", "/a%20[removed]/b"],
    ["reader&#64;example.org", "[removed]"],
    ["reader @ example.org", "[removed]"],
    ["ｒeader＠example.org", "[removed]"],
    ["邮箱reader@example.org请回复", "邮箱[removed]请回复"],
    ["It's reader@example.org.Please write", "It's [removed].Please write"],
    ["reader@example.org--thanks", "[removed]--thanks"],
    ["reader@example.org and READER@example.org", "[removed] and [removed]"],
  ])("are removed from %j", (text, expected) => expect(cleaned(text)).toBe(expected));

  test.each([
    "notreader@example.org",
    "not.reader@example.org",
    "reader+tag@example.org",
    "reader@example.org.uk",
    "reader@other.example.org",
    "@decorator.reader and example.org",
  ])("aren't confused with %j", (text) => expect(cleaned(text)).toBe(text));

  test("are removed from JSON text that is cut off, after its escapes", () => {
    const text = `{"a":"\\nreader@example.org","b":"reader@exampl`;
    expect(withoutAddressesInJson(text, isReader)).toBe(`{"a":"\\n[removed]","b":"reader@exampl`);
  });

  test("are removed from every field but the ID, and so is the contact that names them", () => {
    const entry = {
      id: reader,
      contact: `Ada <${reader}>`,
      user: { emails: [reader], [reader]: 1 },
    };
    expect(entryWithoutAddresses(entry, isReader)).toEqual({
      id: reader,
      contact: null,
      user: { emails: ["[removed]"], "[removed]": 1 },
    });
    expect(entryWithoutAddresses({ id: "a", contact: "b@example.org" }, isReader)).toEqual({
      id: "a",
      contact: "b@example.org",
    });
  });

  test("are compared in one form", () => {
    for (const text of [" Reader@EXAMPLE.org ", "reader%40example.org", "ｒeader＠example。org"]) {
      expect(normalizedAddress(text)).toBe(reader);
    }
    expect(onlyAddressOf(`Ada Reader <Reader@example.org>`)).toBe(reader);
    expect(onlyAddressOf("+49 170 1234567")).toBeNull();
    expect(onlyAddressOf("a@example.org, b@example.org")).toBeNull();
  });

  test("take linear time to look for", () => {
    const text = `${"a.".repeat(50_000)}@${"b.".repeat(50_000)}`;
    expect(withoutAddresses(text, () => false)).toBe(text);
  });
});
