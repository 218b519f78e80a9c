import { expect, test } from "vitest";
import { cutReadersText, shortenReadersText } from "../../lib/text/cut-readers-text.ts";
import { maskAddresses } from "../../lib/text/email-addresses.ts";

const TEXT = "Please write to alice.smith@example.org about it, or to bob@example.org";

test("a cut leaves no part of an address that isn't recognized as one", () => {
  for (let length = 1; length <= TEXT.length; length++) {
    for (const start of [cutReadersText(TEXT, length), shortenReadersText(TEXT, length)]) {
      expect(Array.from(start).length).toBeLessThanOrEqual(length);
      expect(maskAddresses(start)).not.toMatch(/lic|smi|bob/);
    }
  }
});

test("other text is only cut, between characters", () => {
  expect(cutReadersText(TEXT, TEXT.length)).toBe(TEXT);
  expect(cutReadersText(TEXT, 50)).toBe(TEXT.slice(0, 50));
  expect(cutReadersText("🦆🦆🦆", 2)).toBe("🦆🦆");
  expect(shortenReadersText("three short words", 17)).toBe("three short words");
  expect(shortenReadersText("three short words", 13)).toBe("three short…");
});
