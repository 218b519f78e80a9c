import "server-only";

/** In place of a client's address that isn't known. */
export const UNKNOWN_ADDRESS = "an unknown address";
