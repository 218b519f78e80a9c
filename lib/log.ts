import "server-only";
import { type Logger, pino } from "pino";

export type Log = Logger;

/** Characters of a log line. */
const MAX_LINE = 20_000;

/** Cuts a line that is too long and keeps it valid JSON: the level, the time, and the start of the rest as text. */
export function shortenLine(line: string): string {
  if (line.length <= MAX_LINE) return line;
  const start = /^\{"level":\d+,"time":\d+/.exec(line)?.[0] ?? '{"level":40';
  const part = line.slice(start.length, MAX_LINE / 2);
  const message = `truncated a line of ${line.length} characters`;
  return `${start},"part":${JSON.stringify(part)},"msg":${JSON.stringify(message)}}\n`;
}

/**
 * Creates a JSON log on standard error; standard output is for command results. Values returned by
 * `secrets` and `authorization` headers are redacted from every line. Lines of a request have its ID.
 */
export function createLog(level: string, secrets: () => string[]): Log {
  const options = {
    level,
    base: undefined,
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === undefined ? {} : { requestId };
    },
    redact: ["authorization", "headers.authorization", "*.headers.authorization"],
    hooks: {
      streamWrite: (line: string) =>
        shortenLine(
          secrets()
            // Quotes and backslashes in a secret are escaped in JSON.
            .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
            .reduce((text, secret) => text.replaceAll(secret, "[secret]"), line),
        ),
    },
  };
  // Synchronous: otherwise, a crash could lose a line that an answer refers to.
  return pino(options, pino.destination({ dest: 2, sync: true }));
}

// Global, because instrumentation and route handlers are separate bundles without shared modules.
const GLOBAL_KEY: unique symbol = Symbol.for("errata.log");
const globals: typeof globalThis & { [GLOBAL_KEY]?: { log: Log; secrets: Set<string> } } =
  globalThis;

/** Returns the ID of the request that is being answered (scripts/setup/request-id.mjs); undefined outside of one. */
export function currentRequestId(): string | undefined {
  const requests: { getStore(): string | undefined } | undefined = Reflect.get(
    globalThis,
    Symbol.for("errata.request-id"),
  );
  return requests?.getStore();
}

/** Returns the log of this process. */
export function processLog(): Log {
  return shared().log;
}

/** Redacts `secret` from everything this process logs from now on. */
export function redactFromLogs(secret: string): void {
  shared().secrets.add(secret);
}

function shared(): { log: Log; secrets: Set<string> } {
  if (!globals[GLOBAL_KEY]) {
    const secrets = new Set<string>();
    globals[GLOBAL_KEY] = {
      secrets,
      log: createLog(process.env.LOG_LEVEL || "warn", () => [...secrets]),
    };
  }
  return globals[GLOBAL_KEY];
}
