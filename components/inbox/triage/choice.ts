/** The choices for items by the keys that open them. Their words are in `choice-words.ts`, which loads later. */
export const CHOICES = { r: "explain", a: "assign", l: "label", h: "snooze" } as const;
export type ChoiceKind = (typeof CHOICES)[keyof typeof CHOICES];

/** A dialog in which someone chooses a value for items. */
export interface Choice {
  kind: ChoiceKind | "dismiss";
  /**
   * The open item, a row's items, or the items of a dismissal or label; undefined for the selection or the active
   * row.
   */
  ids?: readonly string[];
}
