import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parseConfig } from "../../lib/config.ts";

const folder = mkdtempSync(join(tmpdir(), "errata-secrets-"));
const file = join(folder, "secret");
writeFileSync(file, `${"s".repeat(32)}\n`);
afterAll(() => rmSync(folder, { recursive: true }));

test("a secret can be in a file", () => {
  expect(parseConfig({ AUTH_SECRET_FILE: file }).signIn?.secret).toBe("s".repeat(32));
});

test("a file that's missing, and a secret that is set twice, stop the start", () => {
  expect(() => parseConfig({ GITHUB_TOKEN_FILE: join(folder, "none") })).toThrow(
    /GITHUB_TOKEN_FILE: .* can't be read \(ENOENT\)/,
  );
  const both = { AUTH_SECRET_FILE: file, AUTH_SECRET: "t".repeat(32) };
  expect(() => parseConfig(both)).toThrow("AUTH_SECRET_FILE: can't be set together");
});
