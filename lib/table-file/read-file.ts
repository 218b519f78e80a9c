import { UnreadableTable } from "./read-table.ts";

/** Larger files would stop the page for more than about three seconds while they are read. */
export const MAX_FILE_BYTES = 10_000_000;

const TOO_LARGE =
  "This file has more than 10 MB of text. Import it on the server: npm run import -- FILE --project ID";

/**
 * Reads a file, and decompresses it if it is gzip, whatever its name is.
 * @throws {UnreadableTable} if it is too large, or its end is missing
 */
export async function readFile(file: Blob): Promise<ArrayBuffer> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (start[0] === 0x1f && start[1] === 0x8b) return decompressed(file);
  if (file.size > MAX_FILE_BYTES) throw new UnreadableTable(TOO_LARGE);
  return file.arrayBuffer();
}

/** Stops at the limit: a small file can hold any amount of text. */
async function decompressed(file: Blob): Promise<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for await (const part of chunksOf(file.stream().pipeThrough(new DecompressionStream("gzip")))) {
      bytes += part.byteLength;
      if (bytes > MAX_FILE_BYTES) break;
      parts.push(part);
    }
  } catch {
    throw new UnreadableTable("This .gz file is damaged or incomplete. Compress it again.");
  }
  if (bytes > MAX_FILE_BYTES) throw new UnreadableTable(TOO_LARGE);
  return new Blob(parts).arrayBuffer();
}

/** Not every browser iterates over streams. */
async function* chunksOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
