import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { UnreadableFile } from "./file-item.ts";
import { peek } from "./peek.ts";

/** The text of a file, unpacked and decoded, without its byte order mark. */
export interface FileText {
  /** How the file is stored: `gzip` if it's packed, and the encoding. */
  storage: string[];
  hasByteOrderMark: boolean;
  /** The first 64,000 characters, or all. */
  start: string;
  /** All of the text, in parts. */
  parts: AsyncIterable<string>;
  /** Returns how much of the file was read, from 0 to 1; null for a pipe. */
  share(): number | null;
}

const START_LENGTH = 64_000;

/** Opens a file whose content says whether it is packed with gzip, and UTF-8 or UTF-16. */
export async function openText(file: string): Promise<FileText> {
  const { size } = await stat(file);
  const stream = createReadStream(file);
  const stored = await peek<Uint8Array>(stream, 4);
  const isPacked = hasBytes(stored.start, [0x1f, 0x8b]);
  const unpacked = isPacked ? await peek<Uint8Array>(unpack(stored.all), 4) : stored;
  if (hasBytes(unpacked.start, [0x50, 0x4b, 0x03, 0x04])) {
    throw new UnreadableFile("it's a ZIP archive or an Excel workbook. Save it as CSV.");
  }
  const { label, name, hasByteOrderMark } = encodingOf(unpacked.start);
  const text = await peek(decode(unpacked.all, label, name), START_LENGTH);
  return {
    storage: isPacked ? ["gzip", name] : [name],
    hasByteOrderMark,
    start: text.start.join("").slice(0, START_LENGTH),
    parts: text.all,
    // A pipe has no size.
    share: () => (size > 0 ? Math.min(1, stream.bytesRead / size) : null),
  };
}

function unpack(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const gunzip = createGunzip();
  // A failure ends the iteration of `gunzip` with the error.
  pipeline(Readable.from(bytes), gunzip, () => {});
  return gunzip;
}

function encodingOf(start: Uint8Array[]) {
  if (hasBytes(start, [0xff, 0xfe]))
    return { label: "utf-16le", name: "UTF-16", hasByteOrderMark: true };
  if (hasBytes(start, [0xfe, 0xff]))
    return { label: "utf-16be", name: "UTF-16", hasByteOrderMark: true };
  return { label: "utf-8", name: "UTF-8", hasByteOrderMark: hasBytes(start, [0xef, 0xbb, 0xbf]) };
}

async function* decode(
  bytes: AsyncIterable<Uint8Array>,
  label: string,
  name: string,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(label, { fatal: true });
  const decoded = (part?: Uint8Array) => {
    try {
      return decoder.decode(part, { stream: part !== undefined });
    } catch (error) {
      throw new UnreadableFile(`its text isn't valid ${name}. Save it as UTF-8.`, { cause: error });
    }
  };
  for await (const part of bytes) yield decoded(part);
  yield decoded();
}

function hasBytes(parts: Uint8Array[], bytes: number[]): boolean {
  const start = Buffer.concat(parts.slice(0, 4)).subarray(0, bytes.length);
  return start.equals(Buffer.from(bytes));
}
