/** The keys that open the choices for items. Their words are in `choice-words.ts`, which loads later. */
export const CHOICE_KEYS = { explain: "r", assign: "a", label: "l", snooze: "h" } as const;
export type ChoiceKind = keyof typeof CHOICE_KEYS;

/** What someone chooses in a dialog for items. */
export interface Choice {
  kind: ChoiceKind | "dismiss";
  /** The open item, what was dismissed, or what to label; undefined for the selection or the active row. */
  ids?: readonly string[];
}
