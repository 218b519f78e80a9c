/** Views: one chunk, so that what the menu opens and saves is shown even if the server goes away later. */

export { OpenView } from "./open-view.tsx";
export { ViewLinks } from "./view-links.tsx";
export { ViewMenu } from "./view-menu.tsx";
