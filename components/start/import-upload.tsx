"use client";

import { lazyPart } from "../ui/lazy-part.tsx";

/** Imports a file from another tool. Its code loads on this page alone. */
export const ImportUpload = lazyPart<{ projectId: string }>({
  name: "the upload",
  load: async () => (await import("./upload/upload.tsx")).Upload,
});
