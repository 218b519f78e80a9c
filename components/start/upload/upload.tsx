"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { readTable, type Table, UnreadableTable } from "../../../lib/table-file/read-table.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { TableImport } from "./table-import.tsx";

/** Larger files would stop the page for more than about three seconds while they are read. */
const MAX_BYTES = 10_000_000;

/** Reads a file that someone chooses, and imports it. */
export function Upload({ projectId }: { projectId: string }) {
  const [chosen, setChosen] = useState<{ name: string; table: Table; number: number } | null>(null);
  const read = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_BYTES) {
        throw new UnreadableTable("This file is larger than 10 MB. Use npm run import for it.");
      }
      return { name: file.name, table: readTable(await file.arrayBuffer()) };
    },
    onSuccess: (file) => setChosen((before) => ({ ...file, number: (before?.number ?? 0) + 1 })),
    onError: () => setChosen(null),
  });
  return (
    <div className="flex flex-col gap-4">
      <label className="flex flex-col gap-1">
        <span className="text-muted">CSV with a header, JSON, or NDJSON, up to 10 MB</span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl"
          className="w-fit max-w-full file:mr-3 file:rounded-md file:border file:border-line file:bg-surface file:px-2.5 file:py-1 file:hover:bg-raised pointer-coarse:file:py-2.5"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) read.mutate(file);
          }}
        />
      </label>
      {read.isPending && <p role="status">Reading the file…</p>}
      <ErrorNotice error={read.error} />
      {chosen && (
        <TableImport
          key={chosen.number}
          projectId={projectId}
          name={chosen.name}
          table={chosen.table}
        />
      )}
    </div>
  );
}
