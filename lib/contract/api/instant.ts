import { z } from "zod";
import { INSTANT_RANGE } from "../platform/dates.ts";

/** An instant that a caller sends: whole epoch milliseconds that can be shown as a date. */
export const instant = z.int().min(INSTANT_RANGE.min).max(INSTANT_RANGE.max);

/** The longest time between two of them, in milliseconds. */
export const MAX_AGE_MS = INSTANT_RANGE.max - INSTANT_RANGE.min;
