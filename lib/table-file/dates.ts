import { parseInstant } from "../contract/platform/dates.ts";
import { normalForm } from "../text/normal-form.ts";
import { monthNamed, weekdayNamed } from "./month-names.ts";
import { createSlices, type Slices } from "./slices.ts";

/** In which order a date such as `05/01/2026` has its day, month, and year. */
export type DateOrder = "dmy" | "mdy" | "ymd";
const ORDERS: readonly DateOrder[] = ["dmy", "mdy", "ymd"];
/** The zone of times that have none: `utc`, `local` for the browser's zone, or the name of a zone. */
export type DateZone = string;

export interface DateReading {
  /** Null where no date needs it. */
  order: DateOrder | null;
  zone: DateZone;
}

/** Facts about the dates of a column. */
export interface DateFacts {
  /** The order that the column itself shows, or null. */
  order: DateOrder | null;
  /** The orders to choose from, if the column doesn't say. */
  open: DateOrder[];
  /** A date that can be read both ways. */
  example: string;
  /** Times without a zone. */
  local: number;
}

const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** Looks at all dates of a column: one with a day above 12 says the order of the others. */
export async function dateFacts(
  texts: Iterable<string>,
  slices: Slices = createSlices(),
): Promise<DateFacts> {
  const facts: DateFacts = { order: null, open: [], example: "", local: 0 };
  let possible: readonly DateOrder[] = ORDERS;
  const others = new Set<DateOrder>();
  let hasOpen = false;
  let hasSlash = false;
  for (const text of texts) {
    await slices.pause();
    // The format of most exports needs no closer look.
    if (WITH_ZONE.test(text)) continue;
    const date = partsOf(text);
    if (date?.time && date.zone === null) facts.local += 1;
    if (!date || !("open" in date)) continue;
    hasOpen = true;
    hasSlash ||= date.mark !== ".";
    facts.example ||= text;
    const existing = ORDERS.filter((order) => exists(ordered(date.open, order)));
    const fitting = possible.filter((order) => existing.includes(order));
    if (fitting.length > 0) possible = fitting;
    else for (const order of existing) others.add(order);
  }
  return hasOpen ? { ...facts, ...orderOf(possible, others, hasSlash) } : facts;
}

/**
 * Returns the order of dates, or those to choose from.
 * @param others the orders of dates that aren't of the `possible` ones
 */
function orderOf(
  possible: readonly DateOrder[],
  others: ReadonlySet<DateOrder>,
  hasSlash: boolean,
): Pick<DateFacts, "order" | "open"> {
  // Contradicting dates may come from two tools, so they don't show the order.
  const open = ORDERS.filter((order) => possible.includes(order) || others.has(order));
  if (others.size === 0 && !hasSlash && open.includes("dmy")) return { order: "dmy", open: [] };
  const [order = null] = open;
  return open.length === 1 && others.size === 0 ? { order, open: [] } : { order: null, open };
}

/** Returns a date as the interface writes it; null if it can't be read. */
export function readDate(text: string, { order, zone }: DateReading): string | null {
  const plain = text.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, "$1T").replace(/ ?(?:UTC|GMT)$/, "Z");
  const hasZone = plain.length === 10 || /(?:Z|[+-]\d\d:?\d\d)$/.test(plain);
  // Unchanged, so that a file that is imported again has the same rows.
  if ((zone === "utc" || hasZone) && parseInstant(plain) !== null) return plain;
  const number = numberOf(text);
  if (number !== null) return inRange(number);
  const date = partsOf(text);
  const day = date && dayIn(date, order);
  if (!day || !exists(day)) return null;
  const [year, month, ofMonth] = day;
  if (!date.time) return new Date(Date.UTC(year, month - 1, ofMonth)).toISOString().slice(0, 10);
  return inRange(instantOf([year, month - 1, ofMonth, ...date.time], date.zone, zone));
}

/** @param offset minutes east of UTC; null for a time of the zone */
function instantOf(
  local: [number, number, number, number, number, number, number],
  offset: number | null,
  zone: DateZone,
): number {
  const utc = Date.UTC(...local);
  if (offset !== null) return utc - offset * 60_000;
  if (zone === "local") return new Date(...local).getTime();
  return zone === "utc" ? utc : instantIn(zone, utc);
}

function dayIn(date: Parts, order: DateOrder | null): Day | null {
  if (!("open" in date)) return date.day;
  return order && ordered(date.open, order);
}

/** Names the zone of times without one, because teammates may be in another one than the person who chose it. */
export function zoneName(zone: DateZone): string {
  if (zone === "utc") return "UTC";
  return zone === "local" ? Intl.DateTimeFormat().resolvedOptions().timeZone : zone;
}

/** Whether the browser knows a zone. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the instant at which the clocks of a zone show a time. */
function instantIn(zone: string, shown: number): number {
  const format = clocks.get(zone) ?? new Intl.DateTimeFormat("en-US", { ...CLOCK, timeZone: zone });
  clocks.set(zone, format);
  const offsetAt = (instant: number) => {
    const parts = new Map(
      format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    );
    const [year = 0, month = 1, ...rest] = CLOCK_PARTS.map((part) => parts.get(part));
    return Date.UTC(year, month - 1, ...rest) - instant;
  };
  return shown - offsetAt(shown - offsetAt(shown));
}

const CLOCK_PARTS = ["year", "month", "day", "hour", "minute", "second"] as const;
const CLOCK: Intl.DateTimeFormatOptions = {
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
  hourCycle: "h23",
};

/** The plausible dates of feedback. Numbers outside of it count in another unit. */
const [EARLIEST, LATEST] = [Date.UTC(1990, 0), Date.UTC(2100, 0)];

function inRange(instant: number): string | null {
  return instant >= EARLIEST && instant < LATEST ? new Date(instant).toISOString() : null;
}

/** Digits after those of milliseconds, by the number's total digits. */
const DIGITS_BELOW: Readonly<Record<number, number>> = { 12: 0, 13: 0, 15: 3, 16: 3, 18: 6, 19: 6 };

/** Returns the instant of seconds, milliseconds, microseconds, or nanoseconds since 1970, or of days since 1900. */
function numberOf(text: string): number | null {
  const match = /^(\d{5,19})(?:[.,](\d{1,15}))?$/.exec(text);
  if (!match) return null;
  const [, whole = "", fraction = ""] = match;
  const value = Number(`${whole}.${fraction || 0}`);
  const days = value - 25_569;
  if (whole.length === 5) return Math.round(days * 86_400) * 1_000;
  if (whole.length === 9 || whole.length === 10) return Math.round(value * 1_000);
  const below = DIGITS_BELOW[whole.length];
  return below === undefined || fraction !== ""
    ? null
    : Number(whole.slice(0, whole.length - below));
}

type Day = [year: number, month: number, day: number];
interface Clock {
  time: [hour: number, minute: number, second: number, ms: number] | null;
  /** Minutes east of UTC, or null. */
  zone: number | null;
}
/** `open` are three numbers whose order the text doesn't say, with the mark between them. */
type Parts = Clock & ({ day: Day } | { open: [string, string, string]; mark: string });

/** Longer texts aren't dates. */
const MAX_LENGTH = 80;

function partsOf(given: string): Parts | null {
  if (given.length > MAX_LENGTH) return null;
  const text = normalForm(given, "NFKC")
    .replace(/\s+/g, " ")
    .replace(/(\d{4})[年년] ?(\d{1,2})[月월] ?(\d{1,2})[日일]/, "$1-$2-$3")
    .replace(/ ?\([^()]*\)$/, "")
    // Fri May 1 10:00:00 2026
    .replace(/^(\p{L}{3} \p{L}{3} \d{1,2}) (\d\d:\d\d:\d\d) (?:UTC )?(\d{4})$/u, "$1 $3 $2")
    .trim();
  const compact = /^(\d{4})(\d\d)(\d\d)(?:[T ]?(\d\d):?(\d\d):?(\d\d)(Z?))?$/.exec(text);
  if (compact) {
    const [year = 0, month = 0, day = 0, hour, minute = 0, second = 0] = compact
      .slice(1, 7)
      .map(Number);
    const time = compact[4] === undefined ? null : clock(hour ?? 0, minute, second);
    return { day: [year, month, day], time, zone: compact[7] === "Z" ? 0 : null };
  }
  const clockPart = splitClock(text);
  if (!clockPart) return null;
  const { date, ...rest } = clockPart;
  const found = dayOf(date);
  return found && { ...rest, ...found };
}

const TIME =
  /(?:^|[T ,])(?:([ap]\.? ?m\.?|午前|午後|上午|下午|오전|오후) ?)?(\d{1,2})[:.](\d\d)(?:[:.](\d\d)(?:[.,](\d{1,9}))?)? ?([ap]\.? ?m\.?)? ?((?:UTC|GMT)?[+-]\d{1,2}(?::?\d\d)?|[A-Z]{1,5})?$/i;

/** Splits a text into its date and its time. Returns null for a time that no clock shows. */
function splitClock(text: string): (Clock & { date: string }) | null {
  const match = TIME.exec(text);
  const before = match && text.slice(0, match.index).trim();
  // 01.05.2026 and 1.5.26 have no time.
  if (!match || !before) return { date: text, time: null, zone: null };
  const [, asianHalf, hours, minutes, seconds = "0", fraction = "", latinHalf, zoneText] = match;
  const half = halfOf(asianHalf ?? latinHalf);
  const zone = zoneText === undefined ? null : zoneOf(zoneText);
  const hour = hourOf(Number(hours), half);
  if (zone === undefined || hour === null) return null;
  const ms = Number(fraction.slice(0, 3).padEnd(3, "0"));
  const time = clock(hour, Number(minutes), Number(seconds), ms);
  return time && { date: before.replace(/,$/, ""), time, zone };
}

function clock(hour: number, minute: number, second: number, ms = 0): Clock["time"] {
  return hour < 24 && minute < 60 && second < 60 ? [hour, minute, second, ms] : null;
}

function hourOf(shown: number, half: 0 | 12 | null): number | null {
  if (half === null) return shown;
  return shown < 1 || shown > 12 ? null : (shown % 12) + half;
}

/** Returns the hours to add to a 12-hour time; null for a 24-hour one. */
function halfOf(text: string | undefined): 0 | 12 | null {
  if (text === undefined) return null;
  return /^(?:p|午後|下午|오후)/i.test(text) ? 12 : 0;
}

/** Zones of RFC 2822 and of Central Europe, in hours. Others have several meanings. */
const ZONES: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  MEZ: 1,
  MESZ: 2,
  WET: 0,
  WEST: 1,
  JST: 9,
};

function zoneOf(text: string): number | undefined {
  const offset = /^(?:UTC|GMT)?([+-])(\d{1,2}):?(\d\d)?$/i.exec(text);
  if (!offset) {
    const hours = ZONES[text.toUpperCase()];
    return hours === undefined ? undefined : hours * 60;
  }
  const [, sign, hours, minutes = "0"] = offset;
  const total = Number(hours) * 60 + Number(minutes);
  return total > 14 * 60 ? undefined : sign === "-" ? -total : total;
}

function dayOf(
  text: string,
): { day: Day } | { open: [string, string, string]; mark: string } | null {
  const iso = /^(\d{4})[-/. ]{1,2}(\d{1,2})[-/. ]{1,2}(\d{1,2})\.?$/.exec(text);
  if (iso) return { day: [Number(iso[1]), Number(iso[2]), Number(iso[3])] };
  const open = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d{2})\.?$/.exec(text);
  if (open) {
    const [, first = "", mark = "", second = "", third = ""] = open;
    return { open: [first, second, third], mark };
  }
  return namedDay(text);
}

/** `1 May 2026`, `Friday, May 1st, 2026`, `1. Mai 2026`, `1 de mayo de 2026`, `01-May-26`. */
function namedDay(text: string): { day: Day } | null {
  const parts = text.match(/\p{L}[\p{L}\p{M}]*|\d+/gu) ?? [];
  const words = parts.filter((part) => /^\p{L}/u.test(part)).map((part) => part.toLowerCase());
  const months = words.flatMap((word) => monthNamed(word) ?? []);
  const strange = words.filter((word) => monthNamed(word) === null && !isFiller(word));
  const numbers = parts.filter((part) => /^\d/.test(part));
  const [month] = months;
  if (months.length !== 1 || month === undefined || strange.length > 0 || numbers.length !== 2)
    return null;
  const [first = "", second = ""] = numbers;
  const [day, year] = first.length === 4 ? [second, first] : [first, second];
  return { day: [fullYear(year), month, Number(day)] };
}

function isFiller(word: string): boolean {
  return /^(?:de|del|st|nd|rd|th|er|den|the|le|of|at|um)$/.test(word) || weekdayNamed(word);
}

function ordered([first, second, third]: [string, string, string], order: DateOrder): Day {
  if (order === "ymd")
    return third.length === 4 ? [0, 0, 0] : [fullYear(first), Number(second), Number(third)];
  const [day, month] = order === "dmy" ? [first, second] : [second, first];
  return [fullYear(third), Number(month), Number(day)];
}

/** Nobody's feedback is from before 1970. */
function fullYear(text: string): number {
  const year = Number(text);
  return text.length > 2 ? year : year < 70 ? 2000 + year : 1900 + year;
}

function exists([year, month, day]: Day): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isThatDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isThatDay && date.getTime() >= EARLIEST && date.getTime() < LATEST;
}
