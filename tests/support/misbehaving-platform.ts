import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** A received request. */
export interface SeenRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Answers a request, or fails to. */
export type Behaviour = (request: SeenRequest, response: ServerResponse) => void;

/** An entry of the export. Only `id` is used. */
export type ServedEntry = { id: string } & Record<string, unknown>;

/** A platform over real HTTP that works until a test makes it fail. */
export interface MisbehavingPlatform {
  /** `http://127.0.0.1:{port}` */
  url: string;
  /** All requests so far, in order of arrival. */
  requests: SeenRequest[];
  /** Entries of every project's export, in this order. Cursors are offsets. */
  entries: ServedEntry[];
  /** The order in which entries are listed; by default the given order. */
  order: (entries: ServedEntry[]) => ServedEntry[];
  /** Answers for the next requests, one each. They take precedence. */
  next(...behaviours: Behaviour[]): void;
  /** Answers all requests from now on; `null` restores correct answers. */
  always(behaviour: Behaviour | null): void;
  /** Answers correctly, for behaviors that do something in addition. */
  behave: Behaviour;
  /** Answers with what `change` makes of the right answer. */
  altered(change: (answer: Record<string, unknown>, entries: ServedEntry[]) => unknown): Behaviour;
  close(): Promise<void>;
}

/** Ways to fail. */
export const faults = {
  /** An error status with the interface's error body, or with `body` unchanged. */
  status:
    (status: number, headers: Record<string, string> = {}, body?: string): Behaviour =>
    (_, response) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(body ?? JSON.stringify({ error: `made to fail with ${status}` }));
    },
  /** 200 with this value as JSON. */
  json:
    (value: unknown): Behaviour =>
    (_, response) =>
      sendJson(response, 200, value),
  /** Accepts the request and never answers. */
  hang: (() => undefined) as Behaviour,
  /** Sends an answer one byte at a time and never ends it. */
  drip: ((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 10);
    response.on("close", () => clearInterval(timer));
  }) as Behaviour,
  /** JSON that is cut off, in an answer with a matching length. */
  truncatedJson: ((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"feedback":[{"id":"fb_1","comm');
  }) as Behaviour,
  /** An answer that is shorter than its Content-Length. */
  cutOff: ((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
    response.write('{"feedback":[', () => response.destroy());
  }) as Behaviour,
  html: ((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<!doctype html><title>Sign in</title>");
  }) as Behaviour,
  /** A body of this many megabytes, sent as fast as it is read. */
  huge:
    (megabytes: number): Behaviour =>
    (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const piece = Buffer.alloc(1_048_576, 0x20);
      let left = megabytes;
      const pour = () => {
        while (left > 0 && !response.destroyed) {
          left -= 1;
          if (!response.write(piece)) return void response.once("drain", pour);
        }
        response.end("{}");
      };
      pour();
    },
  redirect:
    (location: string): Behaviour =>
    (_, response) => {
      response.writeHead(302, { location });
      response.end();
    },
  /** Receives the request and closes the connection. */
  reset: ((_, response) => {
    response.socket?.resetAndDestroy();
  }) as Behaviour,
};

/** Starts a platform on a free port of the loopback interface. */
export async function startMisbehavingPlatform(
  entries: ServedEntry[] = [],
): Promise<MisbehavingPlatform> {
  const requests: SeenRequest[] = [];
  const queued: Behaviour[] = [];
  let standing: Behaviour | null = null;

  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    requests.push(request);
    const answer = queued.shift() ?? standing ?? platform.behave;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  const platform: MisbehavingPlatform = {
    url: `http://127.0.0.1:${port}`,
    requests,
    entries,
    next: (...behaviours) => void queued.push(...behaviours),
    always: (behaviour) => {
      standing = behaviour;
    },
    order: (held) => held,
    behave: wellBehaved((query) => platform.order(platform.entries.filter(asked(query)))),
    altered: (change) => (request, response) => {
      const written: string[] = [];
      const recorder = Object.create(response);
      recorder.writeHead = () => recorder;
      recorder.end = (text: string) => written.push(text);
      platform.behave(request, recorder);
      const answer = JSON.parse(written.join(""));
      sendJson(response, 200, change(answer, answer.feedback));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return platform;
}

/** Answers as the interface defines: pages of the export, and jobs that stay active. */
function wellBehaved(entries: (query: URLSearchParams) => ServedEntry[]): Behaviour {
  return (request, response) => {
    if (request.path.endsWith("/feedback")) {
      const limit = Number(request.query.get("limit") ?? 50);
      const from = Number(request.query.get("cursor") ?? 0);
      const all = entries(request.query);
      const hasMore = from + limit < all.length;
      return sendJson(response, 200, {
        feedback: all.slice(from, from + limit),
        nextCursor: hasMore ? String(from + limit) : null,
        hasMore,
      });
    }
    const [, id = "job_1"] = /\/job\/([^/]+)/.exec(request.path) ?? [];
    const created = request.method === "POST" && request.path.endsWith("/job");
    return sendJson(response, created ? 201 : 200, {
      id,
      status: "active",
      source: { repository: "docs", ref: "main" },
      model: "sample",
      prLink: null,
      createdAt: "2026-11-01T09:00:00Z",
      archivedAt: null,
    });
  };
}

/** Applies the documented filters. Date filters exclude entries without a date. */
function asked(query: URLSearchParams): (entry: ServedEntry) => boolean {
  const instantOf = (given: string | null) => (given === null ? null : Date.parse(given));
  const [from, to] = [instantOf(query.get("dateFrom")), instantOf(query.get("dateTo"))];
  const source = query.get("source");
  const statuses = query.get("status")?.split(",");
  const isInRange = (createdAt: unknown) => {
    const date = dateOf(createdAt);
    return (from === null || date >= from) && (to === null || date < to);
  };
  return (entry) =>
    ((from === null && to === null) || isInRange(entry.createdAt)) &&
    (source === null || entry.source === source) &&
    (statuses === undefined || statuses.includes(String(entry.status)));
}

/** Every request compares the same few dates. */
const parsedDates = new Map<unknown, number>();

function dateOf(createdAt: unknown): number {
  let date = parsedDates.get(createdAt);
  if (date === undefined) {
    date = typeof createdAt === "string" ? Date.parse(createdAt) : Number.NaN;
    parsedDates.set(createdAt, date);
  }
  return date;
}

async function readRequest(incoming: IncomingMessage): Promise<SeenRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece);
  const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://platform.invalid");
  return {
    method: incoming.method ?? "",
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    body: Buffer.concat(pieces).toString("utf8"),
  };
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}
