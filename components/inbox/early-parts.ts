/** What the inbox doesn't show at first but every session needs: one chunk, loaded after the page. */

export { DetailPanel, preloadItemParts } from "../feedback/detail-panel.tsx";
export { Choices } from "./filters/choices.tsx";
export { PageChoices } from "./filters/page-choices.tsx";
export { EmptyList } from "./list/empty-list.tsx";
export { SelectionBar } from "./triage/selection-bar.tsx";
export { TriageToast } from "./triage/triage-toast.tsx";
