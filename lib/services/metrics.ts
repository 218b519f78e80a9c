import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Log } from "../log.ts";
import { GAUGES, type Readings } from "./metric-readings.ts";

/** A request that the server has answered. */
export interface AnsweredRequest {
  /** The pattern of its route, such as `/[projectId]/feedback`. */
  route: string;
  method: string;
  /** The HTTP status, or `aborted`. */
  status: string;
  seconds: number;
}

/** What monitoring can read of this process, in Prometheus' text format. */
export interface Metrics {
  /** Answers 401 unless the request has the token. */
  respond(request: Request): Promise<Response>;
  observe(answered: AnsweredRequest): void;
}

/** Seconds. */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Creates the metrics of this process. Gauges are read when someone asks, by one request at a time; a reading that
 * fails leaves out its gauges and counts in `errata_failed_readings`.
 * @param options.token what a request has to send as `Authorization: Bearer`
 */
export function createMetrics(options: {
  token: string;
  version: string;
  readings: Readings;
  log: Log;
}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const info = { name: "errata_info", help: "The version that runs", registers };
  new Gauge({ ...info, labelNames: ["version"] }).set({ version: options.version }, 1);
  const requests = new Histogram({
    name: "errata_http_request_duration_seconds",
    help: "Answered requests without streams, by the pattern of their route",
    labelNames: ["route", "method", "status"],
    buckets: BUCKETS,
    registers,
  });
  const failed = new Gauge({
    name: "errata_failed_readings",
    help: "Readings that failed, whose metrics are missing",
    registers,
  });
  const gauges = openGauges(registers);

  const read = async (): Promise<string> => {
    for (const gauge of gauges.values()) gauge.reset();
    const results = await Promise.allSettled(options.readings.map((reading) => reading()));
    for (const result of results) {
      if (result.status === "rejected") {
        options.log.warn({ err: result.reason }, "couldn't read metrics");
        continue;
      }
      for (const { name, labels = {}, value } of result.value) gauges.get(name)?.set(labels, value);
    }
    failed.set(results.filter(({ status }) => status === "rejected").length);
    return registry.metrics();
  };

  let running: Promise<string> | null = null;
  const text = () => {
    running ??= read().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    observe: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    respond: async ({ headers }) => {
      if (!isToken(headers.get("authorization") ?? "", options.token)) return unauthorized();
      const answer = { "content-type": registry.contentType, "cache-control": "no-store" };
      return new Response(await text(), { headers: answer });
    },
  };
}

function openGauges(registers: Registry[]): Map<string, Gauge<string>> {
  const gauges = Object.entries(GAUGES).map(([name, { help, labels }]): [string, Gauge<string>] => [
    name,
    new Gauge({ name, help, labelNames: [...labels], registers }),
  ]);
  return new Map(gauges);
}

function unauthorized(): Response {
  const headers = { "www-authenticate": "Bearer" };
  return new Response("Send METRICS_TOKEN as a bearer token.\n", { status: 401, headers });
}

/** Compares hashes, so that the time it takes says nothing about the token. */
function isToken(authorization: string, token: string): boolean {
  const [sent, expected] = [authorization, `Bearer ${token}`].map((value) =>
    createHash("sha256").update(value).digest(),
  );
  return sent !== undefined && expected !== undefined && timingSafeEqual(sent, expected);
}
