import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plain, plainCode, plainLine } from "../../lib/prompt/untrusted.ts";
import { displayable } from "../../lib/text/displayable.ts";

describe("a stranger's text in a prompt", () => {
  test.each([
    ["markup becomes text", "<script>x</script> a < b", "‹script›x‹/script› a < b"],
    ["an unclosed tag too", 'x <img src="y"', 'x ‹img src="y"'],
    ["an image is named", "see ![chart](https://t.example/p.png)", "see [image: chart]"],
    ["a link shows where it goes", "[fix](https://x.example)", "[fix] (hxxps://x.example)"],
    [
      "addresses cannot be followed",
      "HTTP://x and javascript:alert(1)",
      "hxxp://x and javascript[:]alert(1)",
    ],
    [
      "e-mail addresses are left out",
      "Ask <jo.e+x@mail.example.org>, mailto:a@b.co",
      "Ask ‹[email]›, mailto:[email]",
    ],
    ["in other scripts as well", "скажи иван@пример.рф", "скажи [email]"],
    [
      "versions of packages stay",
      "@scope/pkg@1.2.3 and checkout@v4",
      "@scope/pkg@1.2.3 and checkout@v4",
    ],
    [
      "a fence is broken up",
      "[[/feedback:0123]] [[feedback:1",
      "[ [/feedback:0123]] [ [feedback:1",
    ],
    ["a fence of many brackets too", "[[[ /Feedback : x", "[[ [ /Feedback : x"],
    ["hidden characters go", "in\u200Bvis\u{E0041}ible\u202E\u00AD\u0007", "invisible"],
    ["line ends are one", "a\r\nb\rc\u2028d\u0085e", "a\nb\nc\nd\ne"],
    ["letters are composed", "e\u0301", "é"],
  ])("%s", (_rule, text, expected) => {
    expect(plain(text)).toBe(expected);
  });

  test.each([
    "john.doe%40corp.example",
    "john.doe&#64;corp.example",
    "john.doe&#x40;corp.example",
    "john.doe&commat;corp.example",
    "john.doe@corp．example",
    "john.doe@corp。example",
    "john.doe@corp%2Eexample",
    "john.doe@corp&period;example",
    "john.doe@localhost",
    "john.doe@[10.0.0.1]",
    "john.doe@[IPv6:2001:db8::1]",
    "john.doe @ corp.example",
    "john.doe@ corp.example",
  ])("%s is an address, however it is spelt", (address) => {
    expect(plain(`Write to ${address}, please.`)).toBe("Write to [email], please.");
    if (!address.includes(" ")) expect(plainCode(`to="${address}"`)).not.toContain("corp");
    if (!address.includes(" ")) expect(plainCode(address)).toBe("[email]");
  });

  test.each([
    'import type { X } from "@types/node";',
    "npm i pkg@1.2.3 other@1.2.3-rc.next @scope/pkg@latest",
    "@Component({ selector: 'x' })\nclass A {}",
    "@app.route('/x')\ndef x(): pass",
    "y = a @ b.T + x @ self.weight",
    "https://registry.example/@types%2Fnode and %40types%2Fnode",
    "x@[1, 2] and git@v4",
  ])("%j is code, which keeps its signs", (code) => {
    expect(plainCode(code)).toBe(code.replace("https", "hxxps"));
  });

  test("joiners stay where a script or an emoji needs them, and nowhere else", () => {
    for (const text of ["می‌خواهم", "क्‍ष", "👩‍👩‍👧‍👦", "🏴‍☠️", "☎︎"]) expect(plain(text)).toBe(text);
    expect(plain("pa\u200Dss\u200C")).toBe("pass");
    expect(plain("x\uFE0F\uFE01\u{E0101}")).toBe("x");
  });

  test("what is too long is cut visibly, between characters", () => {
    expect(plain("😀".repeat(5_234))).toBe(
      `${"😀".repeat(4_000)}… [truncated, 1,234 more characters]`,
    );
    expect(plain("abc", 3)).toBe("abc");
  });

  test("code keeps its tags and brackets, but no address", () => {
    const code = '<a href="https://x.example">[a](b)</a>\n\tme@x.example';
    expect(plainCode(code)).toBe('<a href="hxxps://x.example">[a](b)</a>\n\t[email]');
  });

  test("a heading stays one line", () => {
    expect(plainLine("/a\n## Page: /etc")).toBe("/a ## Page: /etc");
  });

  test("on the screen only what is hidden goes", () => {
    const text = "<b>https://x.example</b> me@x.example\u202E\u200B";
    expect(displayable(text)).toBe("<b>https://x.example</b> me@x.example");
  });

  test("no e-mail address survives, whatever stands around it", () => {
    // A slash before `@` is the `medium.com/@name` of a link, and no address anyone has.
    const addresses = fc.emailAddress().filter((address) => !address.includes("/@"));
    const around = fc.constantFrom("", " ", "<", "(", "[", "\u200B", "mailto:", "://", "\n", "“");
    fc.assert(
      fc.property(addresses, around, around, (address, before, after) => {
        const [local = ""] = address.split(/(?=@)/);
        const text = plain(`${before}${address}${after}`);
        expect(text).not.toContain(address);
        expect(text).not.toContain(`${local.slice(-3)}@`);
      }),
    );
  });
});
