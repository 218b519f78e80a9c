import { describe, expect, test } from "vitest";
import { maskAddresses } from "../../lib/text/email-addresses.ts";

describe("what is shown of a text received", () => {
  test.each([
    [
      '{"comment":"Write to anna.b+docs@example.org, please"}',
      '{"comment":"Write to a•••@example.org, please"}',
    ],
    ["mailto:anna@example.org?subject=x", "mailto:a•••@example.org?subject=x"],
    ["<anna@example.org>", "<a•••@example.org>"],
    ["anna%40example.org", "a•••%40example.org"],
    ["安娜＠例え.jp", "安•••＠例え.jp"],
    ["one@a.org;two@b.org", "o•••@a.org;t•••@b.org"],
    ["one@two@example.org", "o•••@t•••@example.org"],
    ["line\\nanna@example.org", "line\\n•••@example.org"],
  ])("of %s is %s", (text, shown) => {
    expect(maskAddresses(text)).toBe(shown);
  });

  test.each(["import x from '@acme/ui'", "@param name", "no address at all", "", "a @ b"])(
    "leaves %j as it is",
    (text) => {
      expect(maskAddresses(text)).toBe(text);
    },
  );

  test("takes no longer for a long text without an end", () => {
    const before = performance.now();
    for (const text of ["a".repeat(65_536), "a@".repeat(32_768), "@".repeat(65_536)]) {
      maskAddresses(text);
    }
    expect(performance.now() - before).toBeLessThan(500);
  });
});
