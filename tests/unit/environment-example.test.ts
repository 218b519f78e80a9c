import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { SECRET_FILES } from "../../lib/config/secret-files.ts";
import { variables } from "../../lib/config/variables.ts";
import { parseConfig } from "../../lib/config.ts";
import { configurationVariables } from "../support/environment.ts";

const example = readFileSync(".env.example", "utf8");

test(".env.example names exactly the variables that Errata reads", () => {
  expect(configurationVariables.toSorted()).toEqual(Object.keys(variables.shape).toSorted());
});

test("the README's table has exactly the variables that Errata reads", () => {
  const rows = readFileSync("README.md", "utf8").matchAll(
    /^\| (`[A-Z][A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm,
  );
  const names = [...rows].flatMap(([, cell = ""]) => cell.replaceAll("`", "").split(", "));
  expect(names.toSorted()).toEqual(Object.keys(variables.shape).toSorted());
});

test.each([".env.example", "docs/deploy.md"])(
  "%s lists the secrets that can be in files",
  (file) => {
    const list = /^(?:# )?Secrets can be in files: (.+?)\s+(?:# )?name the file/ms.exec(
      readFileSync(file, "utf8"),
    );
    expect(list?.[1]?.match(/[A-Z_]+/g)).toEqual(SECRET_FILES);
  },
);

test("every line of .env.example is a comment, so that a copy of it changes nothing", () => {
  const lines = example.split("\n").filter((line) => line !== "");
  expect(lines.filter((line) => !line.startsWith("#"))).toEqual([]);
});

test("the values in .env.example are valid", () => {
  const values = parseEnv(example.replaceAll(/^# (?=[A-Z_]+=)/gm, ""));
  const secrets = {
    AUTH_SECRET: "0123456789abcdef".repeat(2),
    PLATFORM_API_KEY: "key",
    GITHUB_TOKEN: "token",
    GITHUB_WEBHOOK_SECRET: "0123456789abcdef".repeat(2),
    GITLAB_TOKEN: "token",
    GITLAB_WEBHOOK_SECRET: "0123456789abcdef".repeat(2),
  };
  const provider = { AUTH_OIDC_CLIENT_ID: "id", AUTH_OIDC_CLIENT_SECRET: "secret" };
  // Only the built-in platform takes GitBook's webhook, and a demo takes hardly anything.
  const { GITBOOK_WEBHOOK_SECRETS = "", DEMO: _, ...others } = values;
  const all = { ...others, ...secrets, ...provider, ANTHROPIC_API_KEY: "key" };
  expect(() => parseConfig(all)).not.toThrow();
  expect(parseConfig({ GITBOOK_WEBHOOK_SECRETS }).gitbookSecrets).toHaveLength(1);
});
