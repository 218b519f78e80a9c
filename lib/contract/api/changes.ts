/** Milliseconds between two heartbeats of a stream of changes. Proxies end what is silent for longer. */
export const HEARTBEAT_INTERVAL_MS = 15_000;

/** Streams that a person has open in all browsers together, and that a server process has. */
export const STREAM_LIMITS = { perPerson: 20, total: 500 } as const;

/**
 * How far a project has changed, as three parts separated by dots: what the numbers belong to, the
 * changes of feedback, and the changes of jobs. Numbers of different origins can't be compared.
 */
export type Revision = string;
