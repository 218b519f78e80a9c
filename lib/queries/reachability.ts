import { createObservable } from "../observable.ts";

/** Whether the last request reached the Errata server. Updated by every request. */
export const serverReachable = createObservable(true);
