import "server-only";
import { posix } from "node:path";

/** Content types of images. Browsers run no scripts in any of them: see `respond.ts` for SVG. */
const IMAGE_TYPES: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".gif": "image/gif",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
};

/** Returns the content type of an image, or null for other files. */
export function imageType(path: string): string | null {
  return IMAGE_TYPES[posix.extname(path).toLowerCase()] ?? null;
}
