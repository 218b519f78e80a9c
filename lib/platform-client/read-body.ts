import "server-only";
import type { PlatformResponse } from "./transport.ts";

/** Returns the body as text, or null if it's larger than `limit` bytes. Reads no more than that. */
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
