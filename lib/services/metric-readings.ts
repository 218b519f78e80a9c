import "server-only";
import { statfs } from "node:fs/promises";
import type { Clock } from "../clock.ts";
import type { ProjectSummary } from "../contract/api/projects.ts";
import type { Pool } from "../database/open.ts";
import type { Mirror } from "../mirror/mirror.ts";
import { readJobFigures, readQueueFigures } from "../store/monitoring.ts";
import type { StoreDatabase } from "../store/schema/schema.ts";
import { lastBackup } from "./backup/last-backup.ts";

const PROJECT = ["project"] as const;

/** The gauges beside requests and the process itself. docs/monitor.md explains each. */
export const GAUGES = {
  errata_sync_age_seconds: { help: "Time since feedback was last read", labels: PROJECT },
  errata_items: { help: "Stored items", labels: PROJECT },
  errata_skipped_items: { help: "Items that couldn't be read", labels: PROJECT },
  errata_platform_requests_left: { help: "Export requests left this hour", labels: [] },
  errata_jobs: { help: "Agent jobs by state", labels: ["state"] },
  errata_oldest_job_seconds: { help: "Age of the oldest job that an agent works on", labels: [] },
  errata_queued: { help: "What waits for background work", labels: ["queue"] },
  errata_oldest_queued_seconds: { help: "Age of what waits longest", labels: ["queue"] },
  errata_database_connections: { help: "Connections", labels: ["database", "state"] },
  errata_database_waiting: { help: "Queries without a connection", labels: ["database"] },
  errata_data_free_bytes: { help: "Free space in DATA_DIR", labels: [] },
  errata_backup_age_seconds: { help: "Age of the latest backup; +Inf without one", labels: [] },
} as const satisfies Record<string, { help: string; labels: readonly string[] }>;

interface Sample {
  name: keyof typeof GAUGES;
  value: number;
  labels?: Record<string, string>;
}

/** Each reads a part of the gauges. None sends a request to a platform. */
export type Readings = (() => Promise<Sample[]>)[];

/**
 * Creates the readings of this process: by key, by index, and of what the store counts anyway, so that they stay
 * fast with a million items.
 * @param options.pools PostgreSQL's connections by database; null where there are none
 */
export function createReadings(options: {
  database: StoreDatabase;
  pools: Record<string, Pool | null>;
  projects(): Promise<ProjectSummary[]>;
  mirror: Pick<Mirror, "status">;
  dataDir: string;
  clock: Clock;
}): Readings {
  const { database, projects, mirror, dataDir, clock } = options;
  const startedAt = clock.now();
  const secondsSince = (at: number) => Math.max(0, clock.now() - at) / 1_000;
  return [
    async () => (await Promise.all((await projects()).map(({ id }) => syncOf(id)))).flat(),

    async () => {
      const { byState, oldestSince } = await readJobFigures(database.read);
      const age = oldestSince === null ? 0 : secondsSince(oldestSince);
      return [
        ...[...byState].map(([state, value]) => sample("errata_jobs", value, { state })),
        sample("errata_oldest_job_seconds", age),
      ];
    },

    async () => {
      const { grouping, statuses, statusesSince } = await readQueueFigures(database.read);
      const age = statusesSince === null ? 0 : secondsSince(statusesSince);
      return [
        sample("errata_queued", grouping, { queue: "grouping" }),
        sample("errata_queued", statuses, { queue: "statuses" }),
        sample("errata_oldest_queued_seconds", age, { queue: "statuses" }),
      ];
    },

    async () => Object.entries(options.pools).flatMap(([name, pool]) => poolOf(name, pool)),

    async () => {
      const { bavail, bsize } = await statfs(/* turbopackIgnore: true */ dataDir);
      const at = await lastBackup(dataDir);
      const age = at === null ? Number.POSITIVE_INFINITY : secondsSince(at);
      return [
        sample("errata_data_free_bytes", bavail * bsize),
        sample("errata_backup_age_seconds", age),
      ];
    },
  ];

  async function syncOf(project: string): Promise<Sample[]> {
    const status = await mirror.status(project);
    const labels = { project };
    return [
      sample("errata_sync_age_seconds", secondsSince(status.lastSuccessAt ?? startedAt), labels),
      sample("errata_items", status.items, labels),
      sample("errata_skipped_items", status.quarantined, labels),
      // All projects share the budget.
      ...(status.source === "export"
        ? [sample("errata_platform_requests_left", status.budget.remaining)]
        : []),
    ];
  }
}

function sample(name: Sample["name"], value: number, labels?: Record<string, string>): Sample {
  return labels ? { name, value, labels } : { name, value };
}

function poolOf(database: string, pool: Pool | null): Sample[] {
  if (pool === null) return [];
  const busy = pool.totalCount - pool.idleCount;
  return [
    sample("errata_database_connections", busy, { database, state: "busy" }),
    sample("errata_database_connections", pool.idleCount, { database, state: "idle" }),
    sample("errata_database_waiting", pool.waitingCount, { database }),
  ];
}
