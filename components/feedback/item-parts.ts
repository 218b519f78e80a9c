/** The parts of an open item that load on demand: one chunk. */

export { ItemDecisions } from "./item-decisions.tsx";
export { ItemDetails } from "./item-details.tsx";
export { Notes } from "./notes.tsx";
