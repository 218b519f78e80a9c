/** Returns 16 random hexadecimal digits, such as for the fences of one prompt. */
export function newToken(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
