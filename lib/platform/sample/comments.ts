import "server-only";
import {
  AGENT_CORRECTION_FRAMES,
  AGENT_REMARKS,
  CLOSERS,
  COMPLAINTS,
  CORRECTION_FRAMES,
  EMOJI,
  OPENERS,
  PRAISE,
  QUESTIONS,
  SHORT,
  SNIPPET_REMARKS,
  type Tone,
} from "./comments-english.ts";
import { WORLDWIDE } from "./comments-worldwide.ts";
import type { Correction } from "./page-topics.ts";
import { pickWeighted, type Random } from "./random.ts";
import type { Subject } from "./subject.ts";

export type Sentiment = "unhappy" | "happy" | "snippet" | "agent";

const LOGS: readonly string[] = [
  'HTTP/1.1 401 Unauthorized\ncontent-type: application/json\n\n{"error":{"code":"invalid_key"}}',
  'Traceback (most recent call last):\n  File "app.py", line 12, in <module>\n    client.parcels.create(event="a.b")\nparcelrelay.RelayError: 422 data must be an object',
  "Error: connect ECONNREFUSED 127.0.0.1:4000\n    at TCPConnectWrap.afterConnect [as oncomplete]",
  "panic: runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation]",
  "2026-01-15T09:30:00Z WARN attempt failed status=502 destination=dst_billing\n2026-01-15T09:30:30Z WARN attempt failed status=502 destination=dst_billing",
];

/** Writes a comment on a page: usually one sentence, sometimes a single word or several lines. */
export function writeComment(random: Random, subject: Subject, sentiment: Sentiment): string {
  if (sentiment === "agent") return fill(random, random.pick(AGENT_REMARKS), subject);
  return pickWeighted(random, [
    [() => decorate(random, sentence(random, subject, sentiment), toneOf(sentiment)), 68],
    [() => random.pick(SHORT[toneOf(sentiment)]), 8],
    [() => worldwide(random, subject, sentiment), 13],
    [() => severalLines(random, subject, sentiment), 11],
  ] as const)();
}

/** Writes a comment that corrects a mistake in the page. The page must have one. */
export function writeCorrection(random: Random, subject: Subject, by: "reader" | "agent"): string {
  const correction = random.pick(subject.corrections);
  const frames = by === "agent" ? AGENT_CORRECTION_FRAMES : CORRECTION_FRAMES;
  const frame = random.pick(frames).replace("{heading}", correction.heading);
  const quoted = random.pick(QUOTES)(correction);
  return fill(random, frame, subject).replace("{correction}", () => quoted);
}

/** Writes a comment of many paragraphs, cut at `length` characters. */
export function writeLongComment(random: Random, subject: Subject, length: number): string {
  const paragraphs: string[] = [];
  for (let size = 0; size < length; size += (paragraphs.at(-1)?.length ?? 0) + 2) {
    const sentences = Array.from({ length: 3 + random.below(4) }, () =>
      sentence(random, subject, random.chance(0.8) ? "unhappy" : "happy"),
    );
    paragraphs.push(sentences.join(" "));
  }
  return paragraphs.join("\n\n").slice(0, length).trimEnd();
}

const QUOTES: readonly ((correction: Correction) => string)[] = [
  ({ wrong, right }) => `"${wrong}" should be "${right}"`,
  ({ wrong, right }) => `“${wrong}” should be “${right}”`,
  ({ wrong, right }) => `\`${wrong}\` should be \`${right}\``,
];

function sentence(random: Random, subject: Subject, sentiment: Sentiment): string {
  const happy = sentiment === "happy";
  const bodies = sentiment === "snippet" ? SNIPPET_REMARKS : happy ? PRAISE : COMPLAINTS;
  return fill(random, random.pick(random.chance(happy ? 0.1 : 0.25) ? QUESTIONS : bodies), subject);
}

function toneOf(sentiment: Sentiment): Tone {
  return sentiment === "happy" ? "happy" : "unhappy";
}

function decorate(random: Random, text: string, tone: Tone): string {
  let decorated = text;
  if (random.chance(0.16)) decorated = `${random.pick(OPENERS)} ${decorated}`;
  if (random.chance(0.2)) decorated = `${decorated} ${random.pick(CLOSERS[tone])}`;
  if (random.chance(0.08)) decorated = decorated.toLowerCase();
  if (random.chance(0.05)) decorated += ` ${random.pick(EMOJI[tone])}`;
  return decorated;
}

function worldwide(random: Random, subject: Subject, sentiment: Sentiment): string {
  const language = random.pick(WORLDWIDE);
  return fill(random, random.pick(sentiment === "happy" ? language.yes : language.no), subject);
}

function severalLines(random: Random, subject: Subject, sentiment: Sentiment): string {
  const first = sentence(random, subject, sentiment);
  if (sentiment === "happy") return `${first}\n${random.pick(CLOSERS.happy)}`;
  if (random.chance(0.4)) return `${first}\n\n${random.pick(LOGS)}`;
  const points = Array.from({ length: 2 + random.below(3) }, () =>
    sentence(random, subject, sentiment),
  );
  return `${first}\n${points.map((point) => `- ${point}`).join("\n")}`;
}

function fill(random: Random, template: string, subject: Subject): string {
  const text = template.replace(/\{(topic|title|heading|term|n)\}/g, (_, slot: string) => {
    if (slot === "topic") return random.pick(subject.topics);
    if (slot === "title") return subject.title;
    if (slot === "heading") return random.pick(nonEmpty(subject.headings, subject.title));
    if (slot === "term") return random.pick(nonEmpty(subject.terms, "RELAY_KEY"));
    return String(2 + random.below(58));
  });
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function nonEmpty(list: string[], fallback: string): string[] {
  return list.length > 0 ? list : [fallback];
}
