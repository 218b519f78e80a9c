import "server-only";
import { configSecrets } from "../../config/secrets.ts";
import type { Config } from "../../config.ts";
import { relativizePaths } from "../relative-paths.ts";

export interface Redactor {
  /** Returns the text with every secret removed. */
  (text: string): string;
  /** Characters of the longest secret. */
  maxLength: number;
}

/** Characters of an admin key after its prefix: 24 bytes as base64url. */
const KEY_LENGTH = 32;

/**
 * Creates a function that removes configured secrets, anything that looks like one of our API keys,
 * and the path of the data folder.
 */
export function createRedactor(config: Config): Redactor {
  const secrets = configSecrets(config);
  const key = new RegExp(`${RegExp.escape(config.keyPrefix)}[\\w-]{${KEY_LENGTH}}`, "g");
  const redact = (text: string) => {
    const withoutSecrets = secrets.reduce(
      (result, secret) => result.replaceAll(secret, "[secret]"),
      text,
    );
    return relativizePaths(withoutSecrets.replace(key, "[key]"), config.dataDir);
  };
  const maxLength = Math.max(
    config.keyPrefix.length + KEY_LENGTH,
    config.dataDir.length + 1,
    ...secrets.map(({ length }) => length),
  );
  return Object.assign(redact, { maxLength });
}
