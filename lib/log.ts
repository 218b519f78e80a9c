import "server-only";
import { type Logger, pino } from "pino";

export type Log = Logger;

/**
 * A JSON log on standard output. Whatever is logged, no value of `secrets` leaves in a line, and
 * neither does an `authorization` header.
 */
export function createLog(level: string, secrets: () => string[]): Log {
  return pino({
    level,
    base: undefined,
    redact: ["authorization", "headers.authorization", "*.headers.authorization"],
    hooks: {
      streamWrite: (line) =>
        secrets().reduce((text, secret) => text.replaceAll(secret, "[secret]"), line),
    },
  });
}
