import { expect, test } from "vitest";
import { mailAddress } from "../../lib/text/mail-address.ts";
import { replyUrl, resolvedUrl } from "../../lib/text/reader-mail.ts";

/** The parts of a mailto address, as a mail program reads them. */
function read(url: string) {
  const [, to = "", query = ""] = /^mailto:([^?]*)\??(.*)$/s.exec(url) ?? [];
  const headers = query.split("&").map((part) => part.split("=").map(decodeURIComponent));
  return { to: decodeURIComponent(to), headers: Object.fromEntries(headers) };
}

test("a reply quotes the item in plain text", () => {
  const item = { page: "/guides/auth", comment: "First & last?\n\n<b>bold</b> #1", liveUrl: null };
  expect(read(replyUrl("ann+docs@example.org", item))).toEqual({
    to: "ann+docs@example.org",
    headers: {
      subject: "Your feedback on /guides/auth",
      body: "Hi,\r\n\r\nThank you for your feedback on /guides/auth.\r\n\r\n> First & last?\r\n>\r\n> <b>bold</b> #1\r\n\r\n",
    },
  });
});

test("a message about a fix names the live page of each item", () => {
  const url = "https://docs.example.com/a";
  const items = [
    { page: "/a", comment: "Wrong", liveUrl: url },
    { page: "/b", comment: null, liveUrl: null },
  ];
  const { headers } = read(resolvedUrl("a@example.org", items));
  expect(headers.subject).toBe("We fixed what you reported on /a");
  expect(headers.body).toContain(`On ${url}, you wrote:\r\n\r\n> Wrong`);
  expect(headers.body).toContain("On /b, you wrote:\r\n\r\n> (a vote without a comment)");
});

test("what a reader typed adds no header and no recipient, and stays short", () => {
  const hostile = "/a\r\nBcc: x@example.org&cc=y@example.org\u202e";
  const texts = ["\u{1f600}".repeat(3_000), "&cc=z@example.org".repeat(200), "漢".repeat(3_000)];
  for (const comment of texts) {
    const item = { page: hostile, comment, liveUrl: null };
    for (const url of [
      replyUrl("a@example.org", item),
      resolvedUrl("a@example.org", [item, item]),
    ]) {
      expect(url.length).toBeLessThanOrEqual(1_800);
      const { to, headers } = read(url);
      expect(to).toBe("a@example.org");
      expect(Object.keys(headers)).toEqual(["subject", "body"]);
      expect(headers.subject).not.toMatch(/[\r\n\u202e]/);
      expect(headers.body).toContain("…");
    }
  }
});

test("only a single address is one", () => {
  const good = ["a@example.org", " ann.o'neil+docs@mail.example.co.uk\n", "jörg@bücher.example"];
  expect(good.map(mailAddress)).toEqual(good.map((one) => one.trim()));
  const bad = [
    ...["", "a", "a@b", "+1 555 0100", "a@example.org, b@example.org", "a@example.org b@x.org"],
    ...["a@example.org?cc=b@x.org", "a@example.org&x", "Ann <a@example.org>", '"a b"@example.org'],
    ...[
      "a@exa\nmple.org",
      "a%0d@example.org",
      "a@example.org#x",
      "a@.org",
      `${"a".repeat(65)}@x.org`,
    ],
    `a@${"b.".repeat(200)}org`,
  ];
  expect(bad.map(mailAddress)).toEqual(bad.map(() => null));
});
