import "server-only";

/** Most bytes that are read of a response. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Reads the text of a code host's response. @throws {Error} if it is too large */
export async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error("the response is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
