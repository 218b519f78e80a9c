import { UnreadableTable } from "./table.ts";

/** Encodings that a file without a mark can be read as. The values are labels of `TextDecoder`. */
export const ENCODINGS = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16 (big-endian)",
  "windows-1252": "Windows-1252 (Western Europe)",
  "windows-1250": "Windows-1250 (Central Europe)",
  "windows-1251": "Windows-1251 (Cyrillic)",
  macintosh: "Mac Roman",
  shift_jis: "Shift JIS (Japanese)",
  gb18030: "GB 18030 (Chinese)",
  big5: "Big5 (Chinese)",
  "euc-kr": "EUC-KR (Korean)",
} as const;
export type Encoding = keyof typeof ENCODINGS;

export function isEncoding(text: string): text is Encoding {
  return Object.hasOwn(ENCODINGS, text);
}

export interface Decoded {
  text: string;
  encoding: Encoding;
  /** Whether another encoding is possible, so that someone should look at the letters. */
  isGuess: boolean;
}

/** Bytes that are searched for the zeros of UTF-16. */
const SAMPLE_BYTES = 4_096;

/**
 * Returns a file's text. It is UTF-8 or UTF-16 where its bytes say so, and otherwise Windows-1252, a guess.
 * @param chosen reads it as this encoding
 * @throws {UnreadableTable} for a workbook or another binary file
 */
export function decode(bytes: ArrayBuffer, chosen?: Encoding): Decoded {
  const start = new Uint8Array(bytes, 0, Math.min(SAMPLE_BYTES, bytes.byteLength));
  if (start[0] === 0x50 && start[1] === 0x4b && start[2] === 3 && start[3] === 4) {
    throw new UnreadableTable(
      "This is an Excel workbook or a ZIP archive. Save the sheet as CSV, and choose that file.",
    );
  }
  if (chosen) return { text: textOf(bytes, chosen), encoding: chosen, isGuess: true };
  const utf16 = utf16Of(start);
  if (utf16) return { text: textOf(bytes, utf16), encoding: utf16, isGuess: false };
  if (start.includes(0))
    throw new UnreadableTable("This file isn't text. Choose a CSV or JSON file.");
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text, encoding: "utf-8", isGuess: false };
  } catch {
    const encoding = isMostlyUtf8(bytes) ? "utf-8" : "windows-1252";
    return { text: textOf(bytes, encoding), encoding, isGuess: true };
  }
}

function textOf(bytes: ArrayBuffer, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes).toWellFormed();
}

/** Without a byte order mark, every second byte of Western text is zero. */
function utf16Of(start: Uint8Array): "utf-16le" | "utf-16be" | null {
  const mark = start.subarray(0, 2).join();
  if (mark === "255,254") return "utf-16le";
  if (mark === "254,255") return "utf-16be";
  const zeros = [0, 0];
  for (const [at, byte] of start.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = start.length / 8;
  if (odd > many && even < odd / 8) return "utf-16le";
  return even > many && odd < even / 8 ? "utf-16be" : null;
}

/**
 * A file that was cut or joined has few broken characters; with the wrong encoding, nearly all are
 * broken.
 */
function isMostlyUtf8(bytes: ArrayBuffer): boolean {
  const text = new TextDecoder().decode(bytes);
  let broken = 0;
  let whole = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) whole += 1;
  }
  return whole > broken * 2;
}
