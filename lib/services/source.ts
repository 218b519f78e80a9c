import "server-only";
import { join } from "node:path";
import { systemClock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { ProjectSummary } from "../contract/api/projects.ts";
import { openDatabase } from "../database/open.ts";
import { InvalidRequest } from "../errors.ts";
import { processLog, redactFromLogs } from "../log.ts";
import { type EmbeddedPlatform, openPlatform } from "../platform/platform.ts";
import type { PlatformSchema } from "../platform/schema.ts";
import { overNetwork, type Transport, withinProcess } from "../platform-client/transport.ts";
import { closeOnFailure } from "./close-on-failure.ts";

/** Where feedback comes from and jobs go to. */
export interface Source {
  platform: EmbeddedPlatform | null;
  projects: () => Promise<ProjectSummary[]>;
  connection: {
    baseUrl: string;
    apiKey: () => Promise<string>;
    send: Transport;
    keyAdvice: string;
  };
  close: () => Promise<void>;
}

/** The platform that the configuration names. */
export async function openSource(config: Config): Promise<Source> {
  return config.platform.mode === "hosted" ? hosted(config.platform) : embedded(config);
}

/**
 * The embedded platform alone.
 * @throws {InvalidRequest} when a hosted platform is configured
 */
export async function openEmbedded(
  config: Config,
): Promise<{ platform: EmbeddedPlatform; close(): Promise<void> }> {
  if (config.platform.mode === "hosted") {
    throw new InvalidRequest(
      "This is for the embedded platform, and PLATFORM_URL names a hosted one. Nothing was done.",
    );
  }
  const database = openDatabase<PlatformSchema>({
    databaseUrl: config.databaseUrl,
    file: join(config.dataDir, "platform.sqlite"),
  });
  const options = { config, database, clock: systemClock, log: processLog() };
  const platform = await closeOnFailure(database, openPlatform(options));
  return { platform, close: () => database.close() };
}

function hosted(where: Extract<Config["platform"], { mode: "hosted" }>): Source {
  redactFromLogs(where.apiKey);
  return {
    platform: null,
    projects: async () => where.projects,
    connection: {
      baseUrl: where.url,
      apiKey: async () => where.apiKey,
      send: overNetwork,
      keyAdvice: "Check PLATFORM_API_KEY and start Errata again.",
    },
    close: async () => undefined,
  };
}

/** The embedded platform takes the same path as a hosted one: same client, same key, same budget. */
async function embedded(config: Config): Promise<Source> {
  const { platform, close } = await openEmbedded(config);
  return {
    platform,
    projects: () => platform.projects(),
    connection: {
      baseUrl: config.publicUrl,
      apiKey: async () => {
        const key = await platform.dashboardKey();
        redactFromLogs(key);
        return key;
      },
      send: withinProcess(platform.handle),
      keyAdvice: "Errata makes itself a new key at its next request.",
    },
    close,
  };
}
