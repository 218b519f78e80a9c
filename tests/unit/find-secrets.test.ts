import { expect, test } from "vitest";
import { parseConfig } from "../../lib/config.ts";
import { runWithoutPauses } from "../../lib/pause.ts";
import { createSecretFinder } from "../../lib/platform/jobs/find-secrets.ts";

const RANDOM = "Zk3vQ9sT1xWb7LmRp4Yd8HfJc2NgVa6EuXoKi5DqBt0S".repeat(2);
const find = createSecretFinder(
  parseConfig({
    AUTH_SECRET: "the-secret-of-this-installation-1",
    GITHUB_TOKEN: "a-token-of-its-own-kind",
    GITBOOK_WEBHOOK_SECRETS: "docs=the-secret-of-a-gitbook-site",
    AGENT_ENVIRONMENT: "MODEL_KEY",
    MODEL_KEY: "line one of a long secret\nline two of a long secret",
  }),
);
const kinds = (text: string) => [...new Set(runWithoutPauses(find(text)).values())];

// Put together here, so that no scanner takes this file for a leak.
test.each([
  ["a configured secret", "token=a-token-of-its-own-kind;"],
  ["a configured secret", Buffer.from("a-token-of-its-own-kind").toString("base64")],
  ["a configured secret", Buffer.from("a-token-of-its-own-kind").toString("hex")],
  ["a configured secret", "x the-secret-of-this-installation-1"],
  ["a configured secret", "x the-secret-of-a-gitbook-site"],
  ["a configured secret", "only line two of a long secret"],
  ["an Errata API key", `errata_${RANDOM.slice(0, 32)}`],
  ["a private key", `-----BEGIN ${"PRIVATE"} KEY-----\n${RANDOM}\n`],
  ["a private key", `-----BEGIN OPENSSH ${"PRIVATE"} KEY-----\\n${RANDOM}\\n`],
  ["a private key", `-----BEGIN PGP ${"PRIVATE"} KEY BLOCK-----\nVersion: 1\n\n${RANDOM}\n`],
  ["a GitHub token", `gh${"p"}_${RANDOM.slice(0, 36)}`],
  ["a GitHub token", `github${"_pat_"}${RANDOM.slice(0, 60)}`],
  ["a GitLab token", `glp${"at-"}${RANDOM.slice(0, 20)}`],
  ["an AWS access key", `AKI${"A"}QWERTZUIOPASDFGH`],
  ["an AWS secret key", `aws_secret_access_${"key"} = ${RANDOM.slice(0, 40)}`],
  ["a Slack token", `xox${"b-"}2435760918-${RANDOM.slice(0, 24)}`],
  ["a Slack webhook", `https://hooks.slack.com/${"services"}/T0${RANDOM.slice(0, 44)}`],
  ["an Anthropic key", `sk-${"ant"}-api03-${RANDOM.slice(0, 80)}`],
  ["an OpenAI-style key", `sk-${"proj"}-${RANDOM.slice(0, 48)}`],
  ["a Google API key", `AIz${"a"}${RANDOM.slice(0, 35)}`],
  ["a Stripe key", `sk_${"live"}_${RANDOM.slice(0, 24)}`],
  ["an npm token", `np${"m_"}${RANDOM.slice(0, 36)}`],
])("%s is found", (kind, text) => {
  expect(kinds(`before "${text}" after`)).toContain(kind);
});

test.each([
  "AKIAIOSFODNN7EXAMPLE",
  "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  `ghp_${"x".repeat(36)}`,
  `Authorization: Bearer sk-${"0".repeat(48)}`,
  "-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----",
  "Set errata_your_key as the header",
  `/${"a-long-path-of-words-".repeat(5)}`,
])("a placeholder is no secret: %s", (text) => {
  expect(kinds(text)).toEqual([]);
});

test("long text without secrets is searched quickly", () => {
  for (const unit of ["-----BEGIN PRIVATE KEY-----", "sk-", "xoxb-1"]) {
    expect(kinds(unit.repeat(100_000)).length).toBeLessThan(2);
  }
});

test("a token is found wherever the steps of a search through a long text end", () => {
  const token = `gh${"p"}_${RANDOM.slice(0, 36)}`;
  for (const before of [499_980, 500_000]) {
    expect(kinds(`${"-".repeat(before)}${token} ${"-".repeat(9_000)}`)).toEqual(["a GitHub token"]);
  }
  expect(kinds(`${"a".repeat(500_000)}${token}`)).toEqual([]);
});
