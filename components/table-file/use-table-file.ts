import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readFile } from "../../lib/table-file/read-file.ts";
import { type ReadChoices, readTable } from "../../lib/table-file/read-table.ts";
import { createSlices } from "../../lib/table-file/slices.ts";

/** A file that someone chose. */
export interface ChosenFile {
  /** Unique for each choice, even of the same file. */
  number: number;
  name: string;
  bytes: ArrayBuffer;
}

let chosenFiles = 0;

/**
 * Reads a file's bytes and decompresses them.
 * @param advice what to do with a file that is too large
 */
export async function chosenFile(file: File, advice: string): Promise<ChosenFile> {
  chosenFiles += 1;
  return {
    number: chosenFiles,
    name: file.name.replace(/\.gz$/i, ""),
    bytes: await readFile(file, advice),
  };
}

/**
 * Options of queries that work without the network. Nothing is cached, because a file has up to 10 MB.
 * Nothing runs again after a reconnect, because that would remove an import's result from the screen.
 */
export const localWork = {
  networkMode: "always",
  retry: false,
  gcTime: 0,
  staleTime: "static",
  structuralSharing: false,
  placeholderData: keepPreviousData,
} as const;

/** Reads a file, and again whenever someone chooses how. */
export function useTableFile({ number, bytes }: ChosenFile) {
  const [choices, setChoices] = useState<ReadChoices>({});
  const read = useQuery({
    ...localWork,
    queryKey: ["table-file", number, choices],
    queryFn: ({ signal }) => readTable(bytes, choices, createSlices(signal)),
  });
  const choose = (changes: ReadChoices) => setChoices((before) => ({ ...before, ...changes }));
  return {
    file: read.data ?? null,
    error: read.error,
    isReading: read.isFetching,
    choices,
    choose,
  };
}
