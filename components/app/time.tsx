"use client";

import {
  createContext,
  type PointerEvent,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useState,
} from "react";
import { DAY, HOUR } from "../../lib/contract/platform/vocabulary.ts";
import { savePreference } from "./cookie.ts";
import { supportedLocale } from "./locale.ts";
import { ZONE_COOKIE } from "./time-zone.ts";

const MINUTE = 60_000;

interface TimeSettings {
  /** A BCP 47 tag. */
  locale: string;
  /** An IANA time zone. */
  zone: string;
  /** Epoch milliseconds. */
  now: number;
}

const TimeContext = createContext<TimeSettings>({ locale: "en-US", zone: "UTC", now: 0 });

/**
 * Provides the locale, time zone, and current time. Starts with the server's values, so that
 * hydration matches, then switches to the browser's and saves the time zone for the next page.
 */
export function TimeProvider({ children, ...initial }: TimeSettings & { children: ReactNode }) {
  const [time, setTime] = useState<TimeSettings>(initial);
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const locale = supportedLocale(navigator.languages);
    savePreference(ZONE_COOKIE, zone);
    // A transition, because an urgent update would hide Suspense boundaries that aren't hydrated yet.
    const tick = () => startTransition(() => setTime({ locale, zone, now: Date.now() }));
    tick();
    const timer = setInterval(tick, MINUTE / 2);
    return () => clearInterval(timer);
  }, []);
  return <TimeContext value={time}>{children}</TimeContext>;
}

/** What dates are formatted with, and the current time. */
export function useTime(): TimeSettings {
  return use(TimeContext);
}

/** The locale for formatting dates. */
export function useLocale(): string {
  return use(TimeContext).locale;
}

/** The current time in epoch milliseconds, updated twice a minute. */
export function useNow(): number {
  return use(TimeContext).now;
}

/**
 * A moment in time: relative within a week ("3 hours ago"), then the local date. The exact time
 * shows on hover, in the same time zone. `compact` shortens the relative form ("3h ago"); `exact` shows date and time.
 */
export function Time(props: { at: number; exact?: boolean; compact?: boolean }) {
  const { at, exact = false, compact = false } = props;
  const { locale, zone, now } = use(TimeContext);
  const shown = exact ? null : relative(now - at, compact);
  const setTitle = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.title = formatDate(at, locale, zone, EXACT);
  };
  return (
    <time dateTime={new Date(at).toISOString()} onPointerEnter={setTitle} suppressHydrationWarning>
      {shown ?? formatDate(at, locale, zone, exact ? EXACT : DATE)}
    </time>
  );
}

/**
 * The cell of a grid with a moment in time. Formats the exact time only once it is hovered, because
 * that takes longer than the rest of a row.
 */
export function TimeCell({ at, className }: { at: number; className: string }) {
  const { locale, zone, now } = use(TimeContext);
  const setTitle = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.title = formatDate(at, locale, zone, EXACT);
  };
  return (
    <time
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: HTML allows every role here.
      role="gridcell"
      dateTime={minuteOf(at)}
      onPointerEnter={setTitle}
      className={className}
      suppressHydrationWarning
    >
      {relative(now - at, true) ?? formatDate(at, locale, zone, DATE)}
    </time>
  );
}

/** The minute of an instant in ISO 8601. The server's HTML repeats it in every row. */
function minuteOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, -8)}Z`;
}

const EXACT = { dateStyle: "medium", timeStyle: "long" } as const;
export const SHORT_DATE = { day: "numeric", month: "short" } as const;
const TIME_OF_DAY = { hour: "numeric", minute: "2-digit" } as const;
export const DATE = { day: "numeric", month: "short", year: "numeric" } as const;

/** Describes an age in milliseconds, or returns null for a week or more and for the future. */
function relative(age: number, compact: boolean): string | null {
  if (age < -MINUTE || age >= 7 * DAY) return null;
  if (age < MINUTE) return "just now";
  if (age < HOUR) return ago(Math.floor(age / MINUTE), compact ? "m" : " minute");
  if (age < DAY) return ago(Math.floor(age / HOUR), compact ? "h" : " hour");
  return ago(Math.floor(age / DAY), compact ? "d" : " day");
}

function ago(count: number, unit: string): string {
  return `${count}${unit}${unit.length > 1 && count > 1 ? "s" : ""} ago`;
}

/** The local time of day, such as "10:42 AM", with the date unless it's today. */
export function ClockTime({ at }: { at: number }) {
  const { locale, zone, now } = use(TimeContext);
  const dayOf = (time: number) => formatDate(time, locale, zone, DATE);
  const day = dayOf(at) === dayOf(now) ? {} : SHORT_DATE;
  return (
    <time dateTime={new Date(at).toISOString()} suppressHydrationWarning>
      {formatDate(at, locale, zone, { ...day, ...TIME_OF_DAY })}
    </time>
  );
}

// Creating a formatter costs more than a hundred uses of it, and a list formats many dates.
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formats an instant in a locale and a time zone. Formatters are cached. */
export function formatDate(
  at: number,
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): string {
  const key = `${locale} ${timeZone} ${Object.entries(options)}`;
  const formatter =
    formatters.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
  formatters.set(key, formatter);
  // Engines disagree about narrow spaces in times, which would break hydration.
  return formatter.format(at).replaceAll(/[\u202f\u2009]/g, " ");
}
