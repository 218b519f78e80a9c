import "server-only";
import type { PlatformResponse } from "./transport.ts";

/** The body as text, or null when it is larger than `limit` bytes, of which no more is read then. */
export async function readBody(
  body: PlatformResponse["body"],
  limit: number,
): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const bytes of body) {
    size += bytes.byteLength;
    if (size > limit) return null;
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}
