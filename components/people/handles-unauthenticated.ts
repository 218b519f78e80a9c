/** Of a mutation whose "not signed in" is its own answer and no ended session. */
export const HANDLES_UNAUTHENTICATED = { handlesUnauthenticated: true };
