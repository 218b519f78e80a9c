import "server-only";
import type { Clock } from "../../clock.ts";
import type { Exclusions } from "../exclusions.ts";
import type { ImportChoices } from "../import.ts";
import type { PlatformDatabase } from "../schema/schema.ts";
import { checkEntries, type ImportCheck } from "./check.ts";
import type { ImportItem } from "./compare.ts";
import { findImport, listImports, type StoredImport } from "./records.ts";
import { startUndo, type UndoneItems, undoNext, unfinishedUndos } from "./undo.ts";

/** The imports that were recorded, and what a new one would do. */
export interface Imports {
  /** See check.ts. */
  check(
    projectId: string,
    items: Iterable<ImportItem> | AsyncIterable<ImportItem>,
    choices?: ImportChoices,
  ): Promise<ImportCheck>;
  /** Returns imports, newest first, with numbers below `before`. */
  list(
    projectId: string,
    options: { before: number | null; limit: number },
  ): Promise<StoredImport[]>;
  /** @throws {NotFound} */
  find(projectId: string, number: number): Promise<StoredImport>;
  /** See undo.ts. */
  startUndo(projectId: string, number: number): Promise<void>;
  /** See undo.ts. */
  undoNext(projectId: string, number: number, items: UndoneItems): Promise<boolean>;
  /** Returns the imports whose undo isn't complete. */
  unfinishedUndos(): Promise<{ projectId: string; number: number }[]>;
}

export function createImports(options: {
  database: PlatformDatabase;
  clock: Clock;
  exclusions: Exclusions;
}): Imports {
  const { database, clock, exclusions } = options;
  return {
    check: (projectId, items, choices) =>
      checkEntries(database, projectId, items, { ...choices, exclusions }),
    list: (projectId, page) => listImports(database.query, projectId, page),
    find: (projectId, number) => findImport(database.query, projectId, number),
    startUndo: (projectId, number) => startUndo(database, { projectId, number, now: clock.now() }),
    undoNext: (projectId, number, items) => {
      const { forgottenReaders } = exclusions;
      return undoNext(database, { projectId, number, now: clock.now(), items, forgottenReaders });
    },
    unfinishedUndos: () => unfinishedUndos(database.query),
  };
}
