import "server-only";
import { request } from "undici";

/** A request to the platform, ready to be sent. */
export interface PlatformRequest {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body: string | null;
  signal: AbortSignal;
}

/** An answer as it begins; whoever asked reads the body. */
export interface PlatformResponse {
  status: number;
  headers: { location: string | null; "retry-after": string | null };
  body: AsyncIterable<Uint8Array>;
}

/** How requests reach the platform. A redirect is an answer like others: none is followed. */
export type Transport = (request: PlatformRequest) => Promise<PlatformResponse>;

/** Over the network. `fetch` would take three times the processor for each of many looks at jobs. */
export const overNetwork: Transport = async ({ url, ...options }) => {
  const { statusCode, headers, body } = await request(url, options);
  const header = (name: string) => [headers[name]].flat()[0] ?? null;
  return {
    status: statusCode,
    headers: { location: header("location"), "retry-after": header("retry-after") },
    body,
  };
};

/** To a platform in this process, whose answers have no body to wait for. */
export function withinProcess(handle: (request: Request) => Promise<Response>): Transport {
  return async ({ url, ...options }) => {
    const { status, headers, body } = await handle(new Request(url, options));
    return {
      status,
      headers: { location: headers.get("location"), "retry-after": headers.get("retry-after") },
      body: body ?? noBody(),
    };
  };
}

async function* noBody(): AsyncGenerator<Uint8Array> {}
