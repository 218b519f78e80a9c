import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readFile } from "../../lib/table-file/read-file.ts";
import { type ReadChoices, readTable } from "../../lib/table-file/read-table.ts";
import { slices } from "../../lib/table-file/slices.ts";

/** A file that someone chose. */
export interface ChosenFile {
  /** Different for each choice, also of the same file. */
  number: number;
  name: string;
  bytes: ArrayBuffer;
}

let chosenFiles = 0;

/**
 * Takes a file's bytes, decompressed.
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
 * Nothing here needs the network, and nothing is kept: a file has up to 10 MB. Nothing is done again when the
 * connection is back, either, which would end an import's result on the screen.
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
    queryFn: ({ signal }) => readTable(bytes, choices, slices(signal)),
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
