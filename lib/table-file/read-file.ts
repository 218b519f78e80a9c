import { UnreadableTable } from "./table.ts";

/** Larger files would stop the page for more than about three seconds while they are read. */
export const MAX_FILE_BYTES = 10_000_000;

/**
 * Reads a file, and decompresses it if it is gzip, whatever its name is.
 * @param advice what to do with a file that is too large
 * @throws {UnreadableTable} if it is too large, or its end is missing
 */
export async function readFile(file: Blob, advice: string): Promise<ArrayBuffer> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  const bytes = isGzip ? await decompressed(file) : file;
  if (bytes.size > MAX_FILE_BYTES) {
    throw new UnreadableTable(`This file has more than 10 MB of text. ${advice}`);
  }
  return bytes.arrayBuffer();
}

/** Stops beyond the limit: a small file can hold any amount of text. */
async function decompressed(file: Blob): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for await (const part of chunksOf(file.stream().pipeThrough(new DecompressionStream("gzip")))) {
      parts.push(part);
      bytes += part.byteLength;
      if (bytes > MAX_FILE_BYTES) break;
    }
  } catch {
    throw new UnreadableTable("This .gz file is damaged or incomplete. Compress it again.");
  }
  return new Blob(parts);
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
