import type { TestProject } from "vitest/node";
import { startPostgres, TEST_SETTINGS } from "../../scripts/setup/postgres.mjs";
import { createTemplates, type Templates } from "./templates.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Connection URL of a PostgreSQL server that may create databases. */
    postgresUrl: string;
    templates: Templates;
  }
}

/**
 * Provides a real PostgreSQL server, and templates of every room's tables on both engines. The server
 * is the one at TEST_DATABASE_URL, otherwise a temporary one that is removed after the run.
 */
export default async function postgresForTests(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await serverForTests();
  const { templates, remove } = await createTemplates(url);
  project.provide("postgresUrl", url);
  project.provide("templates", templates);
  return async () => {
    await remove();
    await stop();
  };
}

async function serverForTests(): Promise<{ url: string; stop: () => Promise<void> }> {
  const existing = process.env.TEST_DATABASE_URL;
  return existing ? { url: existing, stop: async () => undefined } : startPostgres(TEST_SETTINGS);
}
