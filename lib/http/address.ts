import "server-only";

/** Header in which the proxy passes a page its URL. A value sent by the client is overwritten. */
export const ADDRESS_HEADER = "x-errata-address";
