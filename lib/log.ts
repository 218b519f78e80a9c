import "server-only";
import { type Logger, pino } from "pino";

export type Log = Logger;

/**
 * A JSON log on standard error, as standard output is for what people and scripts read. Whatever is logged, no value of `secrets` leaves in a line, and
 * neither does an `authorization` header.
 */
export function createLog(level: string, secrets: () => string[]): Log {
  const options = {
    level,
    base: undefined,
    redact: ["authorization", "headers.authorization", "*.headers.authorization"],
    hooks: {
      streamWrite: (line: string) =>
        secrets()
          // In a JSON line a secret with quotes or backslashes stands escaped.
          .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
          .reduce((text, secret) => text.replaceAll(secret, "[secret]"), line),
    },
  };
  return pino(options, pino.destination(2));
}

// Instrumentation and handlers are bundled apart and share no module state, hence the global place.
const PLACE: unique symbol = Symbol.for("errata.log");
const place = globalThis as typeof globalThis & {
  [PLACE]?: { log: Log; secrets: Set<string> };
};

/** The log of this process. */
export function processLog(): Log {
  return shared().log;
}

/** From now on `secret` is cut out of whatever this process logs. */
export function redactFromLogs(secret: string): void {
  shared().secrets.add(secret);
}

function shared(): { log: Log; secrets: Set<string> } {
  if (!place[PLACE]) {
    const secrets = new Set<string>();
    place[PLACE] = {
      secrets,
      log: createLog(process.env.LOG_LEVEL || "warn", () => [...secrets]),
    };
  }
  return place[PLACE];
}
