import "server-only";
import { configSecrets } from "../../config/secrets.ts";
import type { Config } from "../../config.ts";
import { relativizePaths } from "../relative-paths.ts";
import { createSecretSearch } from "../secret-search.ts";

export interface Redactor {
  /** Returns the text with every secret removed. */
  (text: string): string;
  /** Characters of the longest secret, however it is encoded. */
  maxLength: number;
}

/** Characters of an admin key after its prefix: 24 bytes as base64url. */
const KEY_LENGTH = 32;

/**
 * Creates a function that removes configured secrets, encoded ones too, anything that looks like one of our API keys,
 * and the path of the data folder.
 */
export function createRedactor(config: Config): Redactor {
  const secrets = createSecretSearch(configSecrets(config));
  const key = new RegExp(`${RegExp.escape(config.keyPrefix)}[\\w-]{${KEY_LENGTH}}`, "g");
  const redact = (text: string) => {
    const places = secrets.find(text);
    const rest = [{ start: 0, end: 0 }, ...places].map(({ end }, at) =>
      text.slice(end, places[at]?.start),
    );
    return relativizePaths(rest.join("[secret]").replace(key, "[key]"), config.dataDir);
  };
  const maxLength = Math.max(
    ...[config.keyPrefix.length + KEY_LENGTH, config.dataDir.length + 1, secrets.maxLength],
  );
  return Object.assign(redact, { maxLength });
}
