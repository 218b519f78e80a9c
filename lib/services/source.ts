import "server-only";
import { join } from "node:path";
import { systemClock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { ProjectSummary } from "../contract/api/projects.ts";
import { openDatabase, type Pool } from "../database/open.ts";
import { InvalidRequest } from "../errors.ts";
import { processLog, redactFromLogs } from "../log.ts";
import type { Exclusions } from "../platform/exclusions.ts";
import { type EmbeddedPlatform, openPlatform } from "../platform/platform.ts";
import type { PlatformSchema } from "../platform/schema/schema.ts";
import {
  inProcessTransport,
  networkTransport,
  type Transport,
} from "../platform-client/transport.ts";
import { forgottenReaders } from "../store/forgotten-readers.ts";
import type { StoreDatabase } from "../store/schema/schema.ts";
import { readSettings } from "../store/settings.ts";
import { deletedAmong } from "../store/write/deleted-items.ts";
import { closeOnFailure } from "./close-on-failure.ts";
import { createDocsMaps, type DocsMaps } from "./docs-maps.ts";
import { fileFinder, leashFinder } from "./docs-services.ts";

/** The platform that feedback comes from and jobs are sent to. */
export interface Source {
  platform: EmbeddedPlatform | null;
  /** The maps of the documentation repository; null with a hosted platform. */
  docsMaps: DocsMaps | null;
  /** The built-in platform's connections to PostgreSQL; null without any. */
  pool: Pool | null;
  projects: () => Promise<ProjectSummary[]>;
  connection: {
    baseUrl: string;
    apiKey: () => Promise<string>;
    send: Transport;
    keyAdvice: string;
  };
  close: () => Promise<void>;
}

/** Opens the configured platform. */
export async function openSource(config: Config, store: StoreDatabase): Promise<Source> {
  return config.platform.mode === "hosted" ? hosted(config.platform) : embedded(config, store);
}

/**
 * Opens only the built-in platform.
 * @param store knows what imports must leave out
 * @throws {InvalidRequest} when a hosted platform is configured
 */
export async function openEmbedded(
  config: Config,
  store: StoreDatabase,
): Promise<{
  platform: EmbeddedPlatform;
  docsMaps: DocsMaps;
  pool: Pool | null;
  close(): Promise<void>;
}> {
  if (config.platform.mode === "hosted") {
    throw new InvalidRequest(
      "This command needs the built-in platform, but PLATFORM_URL is set. Unset it and try again.",
    );
  }
  const database = openDatabase<PlatformSchema>({
    databaseUrl: config.databaseUrl,
    file: join(config.dataDir, "platform.sqlite"),
  });
  const exclusions: Exclusions = {
    forgottenReaders: () => forgottenReaders(store.query),
    deletedAmong: async (projectId, ids) =>
      new Set((await deletedAmong(store.query, projectId, ids)).keys()),
  };
  const findFiles = fileFinder(
    (projectId) => readSettings(store.query, projectId),
    // Jobs run after everything is open.
    (...given) => docsMaps.at(...given),
  );
  const leashOf = leashFinder(
    (projectId) => readSettings(store.query, projectId),
    (...given) => docsMaps.at(...given),
  );
  const options = {
    config,
    database,
    clock: systemClock,
    log: processLog(),
    exclusions,
    findFiles,
    leashOf,
  };
  const platform = await closeOnFailure(database, openPlatform(options));
  const docsMaps = createDocsMaps(platform.docsFiles);
  return { platform, docsMaps, pool: database.pool, close: () => database.close() };
}

function hosted(where: Extract<Config["platform"], { mode: "hosted" }>): Source {
  redactFromLogs(where.apiKey);
  return {
    platform: null,
    docsMaps: null,
    pool: null,
    projects: async () => where.projects,
    connection: {
      baseUrl: where.url,
      apiKey: async () => where.apiKey,
      send: networkTransport,
      keyAdvice: "Check PLATFORM_API_KEY and restart Errata.",
    },
    close: async () => undefined,
  };
}

/** The built-in platform is used like a hosted one: same client, key, and budget. */
async function embedded(config: Config, store: StoreDatabase): Promise<Source> {
  const { platform, docsMaps, pool, close } = await openEmbedded(config, store);
  const projects = await platform.projects();
  for (const projectId of unknownSecretProjects(config, projects)) {
    const detail = { projectId, existing: projects.map(({ id }) => id) };
    processLog().error(
      detail,
      "GITBOOK_WEBHOOK_SECRETS has a secret for a project that doesn't exist",
    );
  }
  return {
    platform,
    docsMaps,
    pool,
    projects: () => platform.projects(),
    connection: {
      baseUrl: config.publicUrl,
      apiKey: async () => {
        const key = await platform.dashboardKey();
        redactFromLogs(key);
        return key;
      },
      send: inProcessTransport(platform.handle),
      keyAdvice: "Errata will create a new key for its next request.",
    },
    close,
  };
}

/** Returns the IDs of projects that don't exist but have a secret of GitBook's webhook. They may be created later. */
export function unknownSecretProjects(
  { gitbookSecrets }: Config,
  projects: readonly { id: string }[],
): string[] {
  return gitbookSecrets.flatMap(({ projectId }) =>
    projects.some(({ id }) => id === projectId) ? [] : projectId,
  );
}
