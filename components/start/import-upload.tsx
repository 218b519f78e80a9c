"use client";

import { lazyPart } from "../ui/lazy-part.tsx";

/** Imports a file from another tool. Its code loads on this page alone. */
export const ImportUpload = lazyPart<{ projectId: string }>({
  name: "the upload form",
  load: async () => (await import("./upload/upload.tsx")).Upload,
});
