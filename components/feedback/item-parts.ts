/** What an open item shows beyond its state and its comment, which the list knows: one chunk. */

export { ItemDecisions } from "./item-decisions.tsx";
export { ItemDetails } from "./item-details.tsx";
export { Notes } from "./notes.tsx";
