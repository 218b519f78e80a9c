/** Meta for mutations that handle a 401 themselves instead of treating it as an ended session. */
export const HANDLES_UNAUTHENTICATED = { handlesUnauthenticated: true };
