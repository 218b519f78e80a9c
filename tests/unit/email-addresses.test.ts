import { describe, expect, test } from "vitest";
import { maskAddresses } from "../../lib/text/email-addresses.ts";
import { cpuLimit, cpuTime } from "../support/cpu-time.ts";

describe("maskAddresses", () => {
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
    [
      "/guides/anna@example.org/x?email=anna@example.org",
      "/guides/a•••@example.org/x?e•••@example.org",
    ],
    ["anna﹫example.org", "a•••﹫example.org"],
    ['"anna.b"@s.example', "••••@s.example"],
    ["anna.b&#64;s.example", "•••&#64;s.example"],
    ["anna.b @ s.example", "••• @ s.example"],
    ["anna.b\\u0040s.example", "•••\\u0040s.example"],
    ["line\\nanna@example.org", "line\\n•••@example.org"],
  ])("masks %s as %s", (text, masked) => {
    expect(maskAddresses(text)).toBe(masked);
  });

  test.each(["import x from '@acme/ui'", "@param name", "no email at all", "", "a @ b"])(
    "doesn't change %j",
    (text) => {
      expect(maskAddresses(text)).toBe(text);
    },
  );

  test("takes linear time for long text", () => {
    const before = cpuTime();
    for (const text of ["a".repeat(65_536), "a@".repeat(32_768), "@".repeat(65_536)]) {
      maskAddresses(text);
    }
    expect(cpuTime() - before).toBeLessThan(cpuLimit(500));
  });
});
