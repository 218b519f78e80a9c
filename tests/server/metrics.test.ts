import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLog } from "../../lib/log.ts";
import { recordBackup } from "../../lib/services/backup/last-backup.ts";
import { createReadings } from "../../lib/services/metric-readings.ts";
import { createMetrics } from "../../lib/services/metrics.ts";
import { recordUnwritten } from "../../lib/store/write/status-writes.ts";
import { answerMetrics, createRequestWatch } from "../../scripts/setup/metrics.mjs";
import { engines } from "../support/databases.ts";
import { MINUTE, type MirrorRig, openMirrorRig } from "../support/mirror-rig.ts";
import { alertRules, isFiring, parseMetrics, type Sample } from "../support/prometheus.ts";
import { mountSmallDisk } from "../support/small-disk.ts";

const TOKEN = "0123456789abcdef0123456789abcdef";
const GLOBAL = Symbol.for("errata.metrics");
/** The machine's own disk may be almost full, so its alert has a disk. */
const { ErrataDiskIsAlmostFull: diskRule = "", ...otherRules } = alertRules();
const disk = mountSmallDisk(1_000_000);
afterAll(() => disk?.remove());

describe.each(engines)("metrics with $name", (engine) => {
  let rig: MirrorRig;
  let server: Server;
  let dataDir: string;

  beforeEach(async () => {
    rig = await openMirrorRig(engine.name, 5);
    dataDir = mkdtempSync(join(tmpdir(), "errata-metrics-"));
    const mirror = rig.start();
    await rig.settled(mirror);
    // Nothing is read from now on.
    await mirror.stop();
    open(dataDir, mirror);
    const watch = createRequestWatch("no-build");
    server = createServer((request, response) => {
      watch(request, response);
      if (answerMetrics(request, response)) return;
      response.statusCode = request.url?.startsWith("/broken") ? 500 : 200;
      response.end();
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  });

  afterEach(async () => {
    Reflect.deleteProperty(globalThis, GLOBAL);
    server.close();
    rmSync(dataDir, { recursive: true });
    await rig.close();
  });

  /** Registers them as instrumentation.ts does. */
  function open(folder: string, mirror = rig.start()) {
    const { database } = rig;
    const readings = createReadings({
      database,
      mirror,
      dataDir: folder,
      clock: { now: () => rig.time },
      projects: async () => rig.projects,
      pools: { dashboard: database.pool, platform: null },
    });
    const log = createLog("silent", () => []);
    Reflect.set(globalThis, GLOBAL, createMetrics({ token: TOKEN, version: "1", readings, log }));
  }

  const ask = (path: string, authorization = `Bearer ${TOKEN}`) => {
    const { port } = server.address() as AddressInfo;
    return fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } });
  };
  const scrape = async (): Promise<Sample[]> => {
    const response = await ask("/metrics");
    expect(response.status).toBe(200);
    return parseMetrics(await response.text());
  };
  const firing = (before: Sample[], now: Sample[]) =>
    Object.keys(otherRules).filter((alert) => isFiring(otherRules[alert] ?? "", before, now));

  test("each alert fires when what it's about has happened, and no other does", async () => {
    const addJob = (id: string, began_at: number) =>
      rig.database.query
        .insertInto("job")
        .values({
          id,
          project_id: "docs",
          intent_key: id,
          state: "sent",
          platform_status: "active",
          prompt: "Fix it.",
          created_at: began_at,
          began_at,
          next_poll_at: 0,
        })
        .execute();
    await recordBackup(dataDir, rig.time);
    await ask("/fine");
    let before = await scrape();
    expect(firing(before, before)).toEqual([]);
    const expectNew = async (...alerts: string[]) => {
      const now = await scrape();
      expect(firing(before, now)).toEqual(alerts);
      before = now;
    };

    for (let count = 0; count < 6; count += 1) await ask("/broken/ada@example.org");
    await expectNew("ErrataRequestsFail");
    await rig.database.query
      .transaction()
      .execute((trx) =>
        recordUnwritten(
          trx,
          "docs",
          { id: "one", at: rig.time },
          new Map([["resolved", ["fb_1"]]]),
        ),
      );
    await expectNew();
    rig.time += 16 * MINUTE;
    await expectNew("ErrataStatusesWait");
    await rig.database.query.updateTable("decision").set({ unwritten: null }).execute();
    await addJob("new", rig.time);
    await expectNew();
    await addJob("old", rig.time - 300 * MINUTE);
    await expectNew("ErrataJobIsStuck");
    await rig.database.query.updateTable("job").set({ settled_at: rig.time }).execute();
    rig.time += 110 * MINUTE;
    await expectNew("ErrataSyncIsLate");
    rig.time += 51 * 60 * MINUTE;
    await expectNew("ErrataSyncIsLate", "ErrataBackupIsOld");
  });

  test.skipIf(disk === null)(
    "the alert about the disk fires (needs the right to mount one)",
    async () => {
      open(disk?.folder ?? "");
      await ask("/fine");
      const now = await scrape();
      expect(isFiring(diskRule, now, now)).toBe(true);
      // And there is no backup.
      expect(firing(now, now)).toEqual(["ErrataBackupIsOld"]);
    },
  );

  test("the token is required, and nothing that a reader or a path contains is shown", async () => {
    expect((await ask("/metrics", "Bearer 0123")).status).toBe(401);
    expect((await ask("/metrics", "")).status).toBe(401);
    expect((await ask("/metrics.txt", "")).status).toBe(200);
    await ask("/broken/ada@example.org?q=secret");
    const text = await (await ask("/metrics")).text();
    expect(text).not.toMatch(/ada|secret|fb_1|Comment|0123456789abcdef/);
    expect(text).toContain('route="other",method="GET",status="500"');
    expect(text).toContain('errata_items{project="docs"} 5');
    expect(text).toContain('errata_info{version="1"} 1');
    expect(text).toContain("errata_platform_requests_left");
    expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
    const connections = parseMetrics(text).filter(
      ({ name }) => name === "errata_database_connections",
    );
    expect(connections.length).toBe(engine.name === "postgres" ? 2 : 0);
  });

  test("a platform isn't asked, and what can't be read is left out", async () => {
    const asked = rig.platform.requests.length;
    await scrape();
    expect(rig.platform.requests.length).toBe(asked);
    await rig.database.query.schema.dropTable("job").execute();
    const now = await scrape();
    const named = (sought: string) => now.filter(({ name }) => name === sought);
    expect(named("errata_failed_readings")).toEqual([expect.objectContaining({ value: 1 })]);
    expect(named("errata_jobs")).toEqual([]);
    expect(named("errata_items")).toHaveLength(1);
  });
});

test("every panel of the dashboard shows a metric that there is", async () => {
  const { GAUGES } = await import("../../lib/services/metric-readings.ts");
  const { default: dashboard } = await import("../../deploy/grafana-dashboard.json");
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const known = new Set([
    ...Object.keys(GAUGES),
    ...["errata_info", "errata_failed_readings", "nodejs_eventloop_lag_p99_seconds"],
    ...["count", "bucket"].map((part) => `errata_http_request_duration_seconds_${part}`),
    "process_resident_memory_bytes",
  ]);
  const named = expressions.flatMap((expr) => expr.match(/\b(?:errata|nodejs|process)_\w+/g) ?? []);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  for (const gauge of Object.keys(GAUGES)) expect(named).toContain(gauge);
  const documented = readFileSync("docs/monitor.md", "utf8").match(/`errata_\w+`/g);
  const own = ["info", "failed_readings", "http_request_duration_seconds"];
  const all = [...Object.keys(GAUGES), ...own.map((name) => `errata_${name}`)];
  expect(documented?.toSorted()).toEqual(all.map((name) => `\`${name}\``).toSorted());
});
