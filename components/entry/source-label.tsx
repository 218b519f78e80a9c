import { Bot, Code, MessageCircleQuestion, ThumbsDown, ThumbsUp, Vote } from "lucide-react";

const NAMES: Record<string, string> = {
  contextual: "Page comment",
  code_snippet: "Code snippet",
  agent: "AI agent",
  thumbs_only: "Vote",
};

/** The word for a feedback source; one that nobody documented is shown as it came. */
export function sourceName(source: string): string {
  return NAMES[source] ?? source;
}

/** What kind of signal an entry is, in words: "Page comment, not helpful". */
export function signalName(source: string, helpful: boolean | null): string {
  if (helpful === null) return sourceName(source);
  return `${sourceName(source)}, ${helpful ? "helpful" : "not helpful"}`;
}

function iconOf(source: string, helpful: boolean | null): typeof Bot {
  if (helpful !== null) return helpful ? ThumbsUp : ThumbsDown;
  const icons: Record<string, typeof Bot> = { code_snippet: Code, agent: Bot, thumbs_only: Vote };
  return icons[source] ?? MessageCircleQuestion;
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
