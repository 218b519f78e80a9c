import fc from "fast-check";
import { expect, test } from "vitest";
import { ownAddress } from "../../lib/contract/api/own-address.ts";

const ORIGIN = "https://errata.example.org";

test.each(["/", "/docs/feedback?q=a//b#c", "/docs/feedback?next=https://evil.invalid/"])(
  "%s is an address of this server",
  (address) => {
    expect(ownAddress(address)).toBe(address);
  },
);

test.each([
  ...["https://evil.invalid/", "//evil.invalid", "/\\evil.invalid", "/\t/evil.invalid"],
  ...["/.//evil.invalid", "/x/..//evil.invalid", "/%2e//evil.invalid", "/.\\/evil.invalid"],
  ...["javascript:alert(1)", "evil.invalid", "", undefined, ["/docs"]],
])("%j falls back to the home page", (address) => {
  expect(ownAddress(address)).toBe("/");
});

test("no input takes the browser to another server", () => {
  const part = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "%2e",
    "%2f",
    "\t",
    "\n",
    "@",
    ":",
    "?",
    "evil",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const own = ownAddress(`/${parts.join("")}`);
      expect(new URL(own, ORIGIN).origin).toBe(ORIGIN);
      expect(new URL(ownAddress(own), ORIGIN).href).toBe(new URL(own, ORIGIN).href);
    }),
    { numRuns: 2_000 },
  );
});
