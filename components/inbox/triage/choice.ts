/** What someone chooses in a dialog for items. */
export interface Choice {
  kind: "assign" | "dismiss" | "explain" | "label";
  /** The open item, what was dismissed, or what to label; undefined for the selection or the active row. */
  ids?: readonly string[];
}
