import "server-only";
import type { Generator } from "./generator.ts";
import { markdown } from "./markdown.ts";

/** All generators. */
export const GENERATORS: readonly Generator[] = [markdown];
