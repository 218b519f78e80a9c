/** Views in the inbox: one chunk, so that what the menu opens and saves works even if the server goes away later. */

export { OpenView } from "./open-view.tsx";
export { ViewMenu } from "./view-menu.tsx";
