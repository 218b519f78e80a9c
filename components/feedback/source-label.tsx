import { Bot, Code, MessageCircleQuestion, ThumbsDown, ThumbsUp, Vote } from "lucide-react";
import { displayable } from "../../lib/text/displayable.ts";

// A map, as a platform may name a source like a property that every object has.
const LOOK = new Map<string, { icon: typeof Bot; label: string }>([
  ["contextual", { icon: MessageCircleQuestion, label: "Page comment" }],
  ["code_snippet", { icon: Code, label: "Code snippet" }],
  ["agent", { icon: Bot, label: "AI agent" }],
  ["thumbs_only", { icon: Vote, label: "Vote" }],
]);

/** The word for a feedback source; one that nobody documented is shown as it came. */
export function sourceName(source: string): string {
  return LOOK.get(source)?.label ?? displayable(source);
}

/** What kind of signal an entry is, in words: "Page comment, not helpful". */
export function signalName(source: string, helpful: boolean | null): string {
  if (helpful === null) return sourceName(source);
  return `${sourceName(source)}, ${helpful ? "helpful" : "not helpful"}`;
}

function iconOf(source: string, helpful: boolean | null): typeof Bot {
  if (helpful !== null) return helpful ? ThumbsUp : ThumbsDown;
  return LOOK.get(source)?.icon ?? MessageCircleQuestion;
}

/** The icon of a signal, named for those who cannot see it. */
export function SourceIcon({ source, helpful }: { source: string; helpful: boolean | null }) {
  const Icon = iconOf(source, helpful);
  const name = signalName(source, helpful);
  return (
    <span title={name} className="shrink-0 text-muted">
      <Icon aria-hidden size={14} />
      <span className="sr-only">{name}: </span>
    </span>
  );
}
