/** A number of bytes for people, such as `5 MB`. Imports nothing, so that browser code can use it. */
export function bytesText(bytes: number): string {
  if (bytes >= 1e6) return `${Math.round(bytes / 1e5) / 10} MB`;
  if (bytes >= 1e3) return `${Math.round(bytes / 100) / 10} kB`;
  return bytes === 1 ? "1 byte" : `${bytes} bytes`;
}
