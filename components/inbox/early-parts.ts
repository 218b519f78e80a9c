/** What the inbox doesn't show at first but every session needs: one chunk, loaded after the page. */
export { DetailPanel } from "../feedback/detail-panel.tsx";
export { EmptyList } from "./list/empty-list.tsx";
export { SyncNotice } from "./sync-notice.tsx";
export { TriageToast } from "./triage/triage-toast.tsx";
