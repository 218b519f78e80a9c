import "server-only";
import type { PlatformResponse } from "./transport.ts";

/** Returns the body, or null if it's larger than `limit` bytes. Reads no more than that. */
export async function readBytes(
  body: PlatformResponse["body"],
  limit: number,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of body) {
    size += bytes.byteLength;
    if (size > limit) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Returns the body as text, or null if it's larger than `limit` bytes. Reads no more than that. */
export async function readBody(
  body: PlatformResponse["body"],
  limit: number,
): Promise<string | null> {
  const bytes = await readBytes(body, limit);
  return bytes && new TextDecoder().decode(bytes);
}
