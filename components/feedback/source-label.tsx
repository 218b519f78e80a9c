import { displayable } from "../../lib/text/displayable.ts";
import {
  Bot,
  Code,
  type Icon,
  MessageCircleQuestion,
  ThumbsDown,
  ThumbsUp,
  Vote,
} from "../ui/icons.tsx";

// A map, because a platform could send a source named like an object property ("constructor").
const SOURCES = new Map<string, { icon: Icon; label: string }>([
  ["contextual", { icon: MessageCircleQuestion, label: "Page comment" }],
  ["code_snippet", { icon: Code, label: "Code snippet" }],
  ["agent", { icon: Bot, label: "AI agent" }],
  ["thumbs_only", { icon: Vote, label: "Vote" }],
]);

/** Returns the label of a feedback source. Unknown sources keep their name. */
export function sourceName(source: string): string {
  return SOURCES.get(source)?.label ?? displayable(source);
}

/** Describes the source and rating of an item, such as "Page comment, not helpful". */
export function signalName(source: string, helpful: boolean | null): string {
  if (helpful === null) return sourceName(source);
  return `${sourceName(source)}, ${helpful ? "helpful" : "not helpful"}`;
}

function iconOf(source: string, helpful: boolean | null): Icon {
  if (helpful !== null) return helpful ? ThumbsUp : ThumbsDown;
  return SOURCES.get(source)?.icon ?? MessageCircleQuestion;
}

/** The icon of a source or rating, with a text label for screen readers. */
export function SourceIcon(props: { source: string; helpful: boolean | null; className?: string }) {
  const { source, helpful } = props;
  const Icon = iconOf(source, helpful);
  return <Icon label={signalName(source, helpful)} className={props.className} />;
}
