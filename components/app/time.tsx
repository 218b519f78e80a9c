"use client";

import { createContext, type ReactNode, startTransition, use, useEffect, useState } from "react";
import { DAY, HOUR } from "../../lib/contract/platform/vocabulary.ts";
import { rememberInCookie } from "./cookie.ts";
import { ZONE_COOKIE } from "./zone.ts";

const MINUTE = 60_000;

const TimeContext = createContext({ zone: "UTC", now: 0 });

/**
 * The zone and the moment that times are shown by. First as the server rendered them, or hydration
 * would differ; then the browser's own, remembered for the next page.
 */
export function TimeProvider(props: { zone: string; now: number; children: ReactNode }) {
  const [time, setTime] = useState({ zone: props.zone, now: props.now });
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    rememberInCookie(ZONE_COOKIE, zone);
    // Not at once: what waits for its code to hydrate would be taken off the page for it.
    const tick = () => startTransition(() => setTime({ zone, now: Date.now() }));
    tick();
    const timer = setInterval(tick, MINUTE / 2);
    return () => clearInterval(timer);
  }, []);
  return <TimeContext value={time}>{props.children}</TimeContext>;
}

/** A moment: relative under a week, then the local date; the exact instant on hover. */
export function Time({ at, exact = false }: { at: number; exact?: boolean }) {
  const { zone, now } = use(TimeContext);
  const full = format(at, zone, { dateStyle: "medium", timeStyle: "long" });
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={`${full} (${iso})`}>
      {exact ? full : brief(at, now, zone)}
    </time>
  );
}

/** Such as "3h" or "2 Oct 2026". */
function brief(at: number, now: number, zone: string): string {
  const age = now - at;
  if (age < -MINUTE || age >= 7 * DAY) {
    return format(at, zone, { day: "numeric", month: "short", year: "numeric" });
  }
  if (age < MINUTE) return "now";
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`;
  return age < DAY ? `${Math.floor(age / HOUR)}h` : `${Math.floor(age / DAY)}d`;
}

/** The clock time, such as "10:42", for "what is shown is from …". */
export function ClockTime({ at }: { at: number }) {
  const { zone } = use(TimeContext);
  return (
    <time dateTime={new Date(at).toISOString()}>
      {format(at, zone, { hour: "2-digit", minute: "2-digit" })}
    </time>
  );
}

// Making a formatter costs more than a hundred uses of it, and a list has many times.
const formatters = new Map<string, Intl.DateTimeFormat>();

function format(at: number, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${timeZone} ${Object.values(options)}`;
  const formatter =
    formatters.get(key) ?? new Intl.DateTimeFormat("en-GB", { timeZone, ...options });
  formatters.set(key, formatter);
  return formatter.format(at);
}
