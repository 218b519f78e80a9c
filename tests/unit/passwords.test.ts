import { expect, test } from "vitest";
import { requirePassword } from "../../lib/auth/password.ts";
import { PASSWORD } from "../support/links.ts";

const ADA = ["Ada Lovelace", "ada@example.org"];

test.each([
  ...["password1234", "P@ssw0rd1234", "iloveyou1234", "unbelievable"],
  ...["123456789012", "qwertyuiop12", "aaaaaaaaaaaa", "abcdefghijkl"],
  ...["ada@example.org1", "Ada Lovelace 1", "errataerrata"],
])("%j is rejected with a sentence", async (password) => {
  await expect(requirePassword(password, ADA)).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringMatching(/^This password is easy to guess\. .*\.$/),
  });
});

test.each([PASSWORD, "another long password", "kV9#tq2!Lm4x", "ünïcödé pässwörd"])(
  "%j is accepted",
  async (password) => {
    await expect(requirePassword(password, ADA)).resolves.toBeUndefined();
  },
);
