"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { ChosenFile } from "../../table-file/use-table-file.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";

// The form is part of the page, whose steps below it would move.
const TableImport = lazyPart({
  name: "the import",
  load: async () => (await import("./table-import.tsx")).TableImport,
  early: "used",
});

const FOR_LARGE_FILES = "Import it on the server: npm run import -- FILE --project ID";

/** Reads a file that someone chooses, and imports it. */
export function Upload({ projectId }: { projectId: string }) {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const read = useMutation({
    mutationFn: async (file: File) => {
      const { chosenFile } = await import("../../table-file/use-table-file.ts");
      return chosenFile(file, FOR_LARGE_FILES);
    },
    // Reading needs no network.
    networkMode: "always",
    onSuccess: setChosen,
    onError: () => setChosen(null),
  });
  const input = useRef<HTMLInputElement>(null);
  const readChosen = () => {
    const [file] = input.current?.files ?? [];
    if (file) read.mutate(file);
  };
  // On a slow network, a file may be chosen before the page is hydrated.
  const readChosenEarly = useEffectEvent(readChosen);
  useEffect(() => readChosenEarly(), []);
  return (
    <div className="flex flex-col gap-4">
      <label className="flex flex-col gap-1">
        <span className="text-muted">
          A CSV file with a header row, a JSON file, or an NDJSON file, up to 10 MB uncompressed.
          Gzip files work, too. For larger files, run <code>npm run import</code> on the server.
        </span>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,.gz"
          className="w-fit max-w-full file:mr-3 file:rounded-md file:border file:border-line file:bg-surface file:px-2.5 file:py-1 file:hover:bg-raised pointer-coarse:file:py-2.5"
          // Browsers don't report the same file again, which may have changed.
          onClick={({ currentTarget }) => {
            currentTarget.value = "";
          }}
          onChange={readChosen}
        />
      </label>
      {read.isPending && <p role="status">Reading the file…</p>}
      <ErrorNotice error={read.error} />
      {chosen && <TableImport key={chosen.number} projectId={projectId} chosen={chosen} />}
    </div>
  );
}
