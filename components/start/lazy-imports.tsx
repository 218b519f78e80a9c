"use client";

import { lazyPart } from "../ui/lazy-part.tsx";

// Chunks whose code loads on this page alone.

/** The project's imports. */
export const ImportList = lazyPart<{ projectId: string }>({
  name: "the list of imports",
  load: async () => (await import("./imports/import-list.tsx")).ImportList,
});

/** Imports a file from another tool. */
export const ImportUpload = lazyPart<{ projectId: string }>({
  name: "the upload form",
  load: async () => (await import("./upload/upload.tsx")).Upload,
});
