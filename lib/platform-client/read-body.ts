import "server-only";

/**
 * The body as text, or null when it is larger than `limit` bytes, of which no more is read then.
 * Ends with the signal even where the stream does not heed it.
 */
export async function readBody(
  response: Response,
  limit: number,
  signal: AbortSignal,
): Promise<string | null> {
  if (!response.body) return "";
  const reader = response.body.getReader();
  // Cancelling ends a pending read; what the stream itself thinks of that does not matter here.
  const cancel = () => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const decoder = new TextDecoder();
    let text = "";
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > limit) {
        cancel();
        return null;
      }
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
