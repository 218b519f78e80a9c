import { availableParallelism } from "node:os";

/** More would need more connections to PostgreSQL and more memory for browsers than many machines have. */
const MAX_WORKERS = 8;

/** How many tests run at the same time: never more than this process has cores. */
export const workers = Math.min(MAX_WORKERS, availableParallelism());
