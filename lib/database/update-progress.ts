import "server-only";

/** Steps of an update that are done, and which one is next. */
export interface UpdateProgress {
  done: number;
  of: number;
  next: string;
}

/**
 * Says how far the update of a database is: in the log, and to the server, which answers requests with it
 * (scripts/setup/startup.mjs). Null when the update is over.
 */
export function reportUpdate(progress: UpdateProgress | null): void {
  if (progress) {
    const { done, of, next } = progress;
    console.log(`Errata: updating the database, step ${done + 1} of ${of}: ${next}`);
  }
  const report: ((progress: UpdateProgress | null) => void) | undefined = Reflect.get(
    globalThis,
    Symbol.for("errata.update"),
  );
  report?.(progress);
}
