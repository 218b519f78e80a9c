/**
 * The parts of views that load on demand: one chunk, so that all of them work even if the server becomes
 * unreachable.
 */

export { OpenView } from "./open-view.tsx";
export { ViewLinks } from "./view-links.tsx";
export { ViewMenu } from "./view-menu.tsx";
