import type { TestProject } from "vitest/node";
import { startPostgres, TEST_SETTINGS } from "../../scripts/setup/postgres.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** Connection URL of a PostgreSQL server that may create databases. */
    postgresUrl: string;
  }
}

/**
 * Provides a real PostgreSQL server: the one at TEST_DATABASE_URL, otherwise a temporary one that is
 * removed after the run.
 */
export default async function postgresForTests(project: TestProject): Promise<() => Promise<void>> {
  const existing = process.env.TEST_DATABASE_URL;
  if (existing) {
    project.provide("postgresUrl", existing);
    return async () => undefined;
  }
  const { url, stop } = await startPostgres(TEST_SETTINGS);
  project.provide("postgresUrl", url);
  return stop;
}
