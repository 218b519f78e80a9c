import "server-only";
import { configSecrets } from "../../config/secrets.ts";
import type { Config } from "../../config.ts";
import { relativizePaths } from "../relative-paths.ts";

export interface Redactor {
  /** The text with every secret cut out. */
  (text: string): string;
  /** Characters of the longest secret. */
  longest: number;
}

/** Characters of an admin key after its prefix: 24 bytes as base64url. */
const KEY_LENGTH = 32;

/**
 * Cuts out the secrets of the configuration and whatever looks like a key of our own, and where on
 * this machine the data folder is.
 */
export function createRedactor(config: Config): Redactor {
  const secrets = configSecrets(config);
  const key = new RegExp(`${RegExp.escape(config.keyPrefix)}[\\w-]{${KEY_LENGTH}}`, "g");
  const redact = (text: string) => {
    const open = secrets.reduce((left, secret) => left.replaceAll(secret, "[secret]"), text);
    return relativizePaths(open.replace(key, "[key]"), config.dataDir);
  };
  const longest = Math.max(
    config.keyPrefix.length + KEY_LENGTH,
    config.dataDir.length + 1,
    ...secrets.map(({ length }) => length),
  );
  return Object.assign(redact, { longest });
}
