import type { Submission } from "../contract/collect/submission.ts";

/** `kept` is stored in this browser and sent again later. `rejected` won't be accepted as it is. */
export type Outcome = "sent" | "kept" | "rejected";

/** A submission whose ID makes sending it again harmless. */
export type Delivery = Submission & { id: string };
