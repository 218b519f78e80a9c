import { expect, test } from "vitest";
import { maskAddresses } from "../../lib/text/email-addresses.ts";
import { shortenReaderText, truncateReaderText } from "../../lib/text/truncate-reader-text.ts";

const TEXT = "Please write to alice.smith@example.org about it, or to bob@example.org";

test("a cut leaves no part of an address that isn't recognized as one", () => {
  for (let length = 1; length <= TEXT.length; length++) {
    for (const start of [truncateReaderText(TEXT, length), shortenReaderText(TEXT, length)]) {
      expect(Array.from(start).length).toBeLessThanOrEqual(length);
      expect(maskAddresses(start)).not.toMatch(/lic|smi|bob/);
    }
  }
});

test("other text is only cut, between characters", () => {
  expect(truncateReaderText(TEXT, TEXT.length)).toBe(TEXT);
  expect(truncateReaderText(TEXT, 50)).toBe(TEXT.slice(0, 50));
  expect(truncateReaderText("🦆🦆🦆", 2)).toBe("🦆🦆");
  expect(shortenReaderText("three short words", 17)).toBe("three short words");
  expect(shortenReaderText("three short words", 13)).toBe("three short…");
});
