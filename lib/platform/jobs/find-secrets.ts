import "server-only";
import { configSecrets } from "../../config/secrets.ts";
import type { Config } from "../../config.ts";
import { createSecretSearch } from "../secret-search.ts";

/**
 * Finds secrets in a text, in steps after each of which others may run. Returns what each one is, by how the text
 * has it.
 */
export type SecretFinder = (text: string) => Generator<void, Map<string, string>>;

/** Tokens of well-known services. Their formats are documented by the services themselves. */
const TOKENS: readonly { what: string; pattern: RegExp }[] = [
  {
    what: "a private key",
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,20}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,300}?(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40}/g,
  },
  { what: "a GitHub token", pattern: /\bgh[pousr]_[A-Za-z0-9]{36,251}\b/g },
  { what: "a GitHub token", pattern: /\bgithub_pat_[A-Za-z0-9_]{50,250}\b/g },
  { what: "a GitLab token", pattern: /\bgl(?:pat|ptt|dt|rt|cbt|oas)-[\w-]{20,100}/g },
  { what: "an AWS access key", pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g },
  {
    what: "an AWS secret key",
    pattern: /\baws_?secret_?(?:access_?)?key\W{1,5}[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/])/gi,
  },
  { what: "a Slack token", pattern: /\bxox[abeoprs]-[\w-]{20,250}/g },
  { what: "a Slack token", pattern: /\bxapp-\d-[\w-]{20,250}/g },
  {
    what: "a Slack webhook",
    pattern: /hooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9+/]{40,80}/g,
  },
  { what: "an Anthropic key", pattern: /\bsk-ant-[\w-]{32,250}/g },
  { what: "an OpenAI-style key", pattern: /\bsk-(?:proj-|svcacct-|admin-|or-v1-)?[\w-]{32,250}/g },
  { what: "a Google API key", pattern: /\bAIza[\w-]{35}(?![\w-])/g },
  { what: "a Stripe key", pattern: /\b[rs]k_live_[A-Za-z0-9]{20,250}\b/g },
  { what: "an npm token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { what: "a SendGrid key", pattern: /\bSG\.[\w-]{22}\.[\w-]{43}/g },
];

/** Characters in which a token is looked for in one step, and of the longest one. */
const CHARACTERS_PER_STEP = 500_000;
const MAX_TOKEN = 1_000;
/** Characters of an admin key after its prefix: 24 bytes as base64url. */
const KEY_LENGTH = 32;
/** Random tokens have more different characters than placeholders such as `ghp_xxxx…`. */
const MIN_DIFFERENT_CHARACTERS = 12;

/**
 * Creates a function that finds the configuration's secrets and the variables passed to the agent, encoded ones too, our
 * own API keys, private keys, and tokens of well-known services. Placeholders in documentation, such as
 * AWS's `AKIAIOSFODNN7EXAMPLE`, don't count.
 */
export function createSecretFinder(config: Config): SecretFinder {
  const known = createSecretSearch(configSecrets(config));
  const ownKey = new RegExp(`${RegExp.escape(config.keyPrefix)}[\\w-]{${KEY_LENGTH}}`, "g");
  const patterns = [...TOKENS, { what: "an Errata API key", pattern: ownKey }];
  return function* (text) {
    const found = new Map<string, string>();
    for (const { start, end } of yield* known.finding(text)) {
      found.set(text.slice(start, end), "a configured secret");
    }
    for (const { what, pattern } of patterns) {
      for (const token of yield* tokensIn(text, pattern)) {
        if (!isPlaceholder(token) && !found.has(token)) found.set(token, what);
      }
    }
    return found;
  };
}

/** Returns what a pattern matches in a text, as `matchAll` does. Each step finds what starts in a part of the text. */
function* tokensIn(text: string, pattern: RegExp): Generator<void, string[]> {
  const tokens: string[] = [];
  let start = 0;
  for (let end = CHARACTERS_PER_STEP; start < text.length; end += CHARACTERS_PER_STEP) {
    const part = text.slice(0, end + MAX_TOKEN);
    pattern.lastIndex = start;
    for (let match = pattern.exec(part); match && match.index < end; match = pattern.exec(part)) {
      tokens.push(match[0]);
      start = pattern.lastIndex;
    }
    start = Math.max(start, end);
    yield;
  }
  return tokens;
}

function isPlaceholder(token: string): boolean {
  return (
    /example|placeholder|x{6}|\*{3}|0{8}|1234567/i.test(token) ||
    countCharacters(token) < MIN_DIFFERENT_CHARACTERS
  );
}

function countCharacters(token: string): number {
  return new Set(token.replace(/^[a-z]{2,6}[-_]/i, "")).size;
}
