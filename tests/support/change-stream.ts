import type { Errata } from "./server.ts";

/** A stream of changes that is open. */
export interface OpenStream {
  status: number;
  headers: Headers;
  /** The revisions that arrived. */
  revisions: string[];
  /** Whether the server ended it. */
  isEnded: boolean;
  close(): void;
}

/** Follows the changes of the sample project, as a browser does. */
export async function followChanges(
  errata: Errata,
  { cookie, last }: { cookie: string; last?: string },
): Promise<OpenStream> {
  const closing = new AbortController();
  const response = await fetch(`${errata.url}/api/projects/docs/changes`, {
    signal: closing.signal,
    headers: { cookie, accept: "text/event-stream", ...(last ? { "last-event-id": last } : {}) },
  });
  const { status, headers } = response;
  const revisions: string[] = [];
  const stream: OpenStream = {
    status,
    headers,
    revisions,
    isEnded: false,
    close: () => closing.abort(),
  };
  void read(response, (revision) => revisions.push(revision)).then(() => {
    stream.isEnded = true;
  });
  return stream;
}

async function read(response: Response, onRevision: (revision: string) => void): Promise<void> {
  let text = "";
  try {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (text + part).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const [, revision] = event.match(/^id: (.+)\ndata: \1$/) ?? [];
        if (revision) onRevision(revision);
      }
    }
  } catch {
    // The server was stopped, or the stream was closed.
  }
}
