import "server-only";
import {
  createStringShortener,
  type RemovedBytes,
  type StringShortener,
} from "./shorten-strings.ts";
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

/**
 * Returns a JSON body, or null if it's larger than `sizes.read` bytes. Once it's larger than
 * `sizes.kept` bytes, its strings are shortened to `sizes.string` bytes each; null if it's larger even
 * then.
 */
export async function readShortened(
  body: PlatformResponse["body"],
  sizes: { string: number; kept: number; read: number },
): Promise<{ bytes: Buffer; cuts: RemovedBytes[] } | null> {
  let chunks: Uint8Array[] = [];
  let kept = 0;
  let read = 0;
  let shortener: StringShortener | null = null;
  for await (const bytes of body) {
    const chunk: Uint8Array = shortener ? shortener.shorten(bytes) : bytes;
    chunks.push(chunk);
    kept += chunk.byteLength;
    read += bytes.byteLength;
    if (!shortener && kept > sizes.kept) {
      shortener = createStringShortener(sizes.string);
      chunks = chunks.map(shortener.shorten);
      kept = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
    }
    if (kept > sizes.kept || read > sizes.read) return null;
  }
  return { bytes: Buffer.concat(chunks), cuts: shortener?.cuts ?? [] };
}
