import { CHOICES, type ChoiceKind } from "./choice.ts";

interface ChoiceWords {
  /** As a command. */
  name: string;
  /** Other words that find the command. */
  words?: string;
  /** Label of the button for a selection. Without it, there is no button. */
  button?: string;
}

const WORDS: Record<ChoiceKind, ChoiceWords> = {
  explain: { name: "Dismiss with reason", words: "status why spam duplicate" },
  assign: { name: "Assign to someone", button: "Assign" },
  label: { name: "Label items", words: "labels tag theme", button: "Label" },
  snooze: { name: "Snooze items", words: "later hide remind until", button: "Snooze" },
};

/** Returns the choices that someone has, in their order. */
export function choicesFor(canAssign: boolean) {
  return Object.entries(CHOICES).flatMap(([key, kind]) =>
    kind === "assign" && !canAssign ? [] : [{ kind, key, ...WORDS[kind] }],
  );
}
