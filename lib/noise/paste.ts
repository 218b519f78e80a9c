import type { Reading } from "./words.ts";

// Regular expressions here are anchored, and no two adjacent repetitions match the same character, so
// that they take linear time.

/** `GET /users HTTP/1.1` or `HTTP/2 404`. */
const REQUEST_LINE =
  /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|CONNECT) \S{1,2048} HTTP\/\d(?:\.\d)?$/u;
const STATUS_LINE = /^HTTP\/\d(?:\.\d)? \d{3}\b/u;
/** Header fields that no person begins a line with. */
const HEADER =
  /^:?(?:host|user-agent|accept(?:-[a-z]{2,20})?|content-[a-z-]{3,30}|authorization|(?:set-)?cookie|date|server|cache-control|connection|etag|last-modified|location|vary|x-[a-z\d-]{2,40}|sec-[a-z\d-]{2,40}|access-control-[a-z-]{3,30}|origin|referer|pragma|expires|transfer-encoding|upgrade(?:-insecure-requests)?|if-[a-z-]{3,30}|via|strict-transport-security|keep-alive|alt-svc|cf-[a-z-]{2,30}|retry-after|www-authenticate|age|link|allow|authority|method|scheme|path|traceparent): ?\S/iu;
/** A body: JSON, XML, or a form's fields. */
const BODY = /^[ \t]{0,40}(?:[{}[\]"<\d]|[\w.%-]{1,80}=\S)/u;

/** Beginnings of log lines: a time or a level. */
const LOG_LINES = [
  /^\[?\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2}/u,
  /^\[\d{2}:\d{2}:\d{2}/u,
  /^\d{2}:\d{2}:\d{2}[.,\d]{0,10} /u,
  /^\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL)\]?:? /u,
];
/**
 * Log lines that no one writes about, even alone: a time with a level, a log of the system or of requests, fields of a
 * JSON log.
 */
const LOGGED = [
  /^\[?\d[\d/:.,TZ+-]{7,40}(?: [\d:.,+-]{5,20})?\]? {1,4}(?:\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|SEVERE)\b|\[(?:trace|debug|info|notice|warn|error|crit)\])/u,
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d{2}:\d{2}:\d{2} \S{1,80} \S{1,80}:/u,
  /^[\da-f.:]{3,39} \S{1,80} \S{1,80} \[\d{2}\/\w{3}\/\d{4}:/u,
  /^\{"(?:level|time|timestamp|ts|msg|message|severity|@timestamp)":/u,
];
/** Continuations of log lines: frames of a stack, or indented lines. */
const CONTINUED = /^(?:\s|at |\.{3} \d|Caused by: )/u;

/** Lines that are read. */
const MAX_LINES = 400;

/** Whether a comment is nothing but a pasted HTTP message or log, without a word about it. */
export function isPaste({ comment }: Pick<Reading, "comment">): boolean {
  const lines = comment.split(/\r?\n/u, MAX_LINES);
  return isHttp(lines) || isLog(lines);
}

function isHttp([first = "", ...rest]: string[]): boolean {
  const start = first.trim();
  const end = rest.findIndex((line) => line.trim() === "");
  const headers = end < 0 ? rest : rest.slice(0, end);
  const body = end < 0 ? [] : rest.slice(end);
  if (!headers.every((line) => HEADER.test(line))) return false;
  if (!body.every((line) => line.trim() === "" || BODY.test(line))) return false;
  if (REQUEST_LINE.test(start)) return true;
  // A reader may report a status alone.
  if (STATUS_LINE.test(start)) return headers.length > 0;
  return HEADER.test(start) && headers.length > 1;
}

function isLog(lines: string[]): boolean {
  const matching = (patterns: RegExp[]) => (line: string) =>
    patterns.some((pattern) => pattern.test(line));
  const written = lines.filter((line) => line.trim() !== "");
  const begun = written.filter(matching([...LOGGED, ...LOG_LINES]));
  const others = written.filter((line) => !begun.includes(line));
  const isLogged = begun.length > 1 || begun.some(matching(LOGGED));
  return isLogged && others.every((line) => CONTINUED.test(line));
}
