import { describe, expect, test } from "vitest";
import { handOverMessage, mailAddressOf } from "../../lib/text/hand-over.ts";

const ITEM = { page: "/billing", comment: "Refund\nme!", reasons: ["Other"], code: null };

describe("a message that hands feedback over", () => {
  test("quotes what the reader wrote, and links to the item", () => {
    const message = handOverMessage(ITEM, "https://errata.example/docs/feedback?open=fb_1");
    expect(message).toContain("on /billing.");
    expect(message).toContain("> Refund\n> me!");
    expect(message).toContain("Reasons the reader chose: Other");
    expect(message).toContain("https://errata.example/docs/feedback?open=fb_1");
  });

  test("quotes no line that looks like the sender's", () => {
    const message = handOverMessage({ ...ITEM, comment: "a\r\nb\u2028c" }, "x");
    expect(message).toContain("> a\n> b\n> c");
  });

  test("keeps a page and reasons on one line, which could begin headers and paragraphs", () => {
    const hostile = { ...ITEM, page: "/a\nBcc: eve@example.com", reasons: ["Other\n\nHi,"] };
    const message = handOverMessage(hostile, "x");
    expect(message).toContain("on /a Bcc: eve@example.com.");
    expect(message).toContain("chose: Other Hi,");
    expect(mailAddressOf(hostile, "x")).not.toContain("%0A");
  });

  test("is a mail with CRLF and without characters that end the address", () => {
    const address = new URL(mailAddressOf(ITEM, "a & b\n> c?"));
    expect(address.protocol).toBe("mailto:");
    expect(address.searchParams.get("body")).toBe("a & b\r\n> c?");
    expect(address.searchParams.get("subject")).toBe("Feedback on /billing");
    expect(mailAddressOf(ITEM, "🙂".repeat(5_000)).length).toBeLessThan(1_801);
  });

  test("has no email address, and its link before what a mail program may cut", () => {
    const comment = `Write to ana@example.com. ${"返金してください。".repeat(400)}`;
    const item = { ...ITEM, comment, code: "mail('bo@example.com')" };
    const message = handOverMessage(item, "https://errata.example/docs/feedback?open=fb_1");
    expect(message).not.toMatch(/(ana|bo)@example/);
    const url = mailAddressOf(item, message);
    expect(url.length).toBeLessThan(1_801);
    expect(new URL(url).searchParams.get("body")).toContain("open=fb_1");
  });
});
