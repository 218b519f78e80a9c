const GATEWAY_STATUSES = new Set([502, 503, 504]);
const OWN_TYPES = /^(application\/json|text\/x-component)/;

/** On answers while Errata updates its databases (scripts/setup/startup.mjs). */
const UPDATING_HEADER = "x-errata-updating";

/**
 * Whether a proxy answered because it couldn't reach Errata, or Errata itself because it updates its databases. Its other
 * errors are JSON.
 */
export function isFromGateway({ status, headers }: Response): boolean {
  const isOwn = OWN_TYPES.test(headers.get("content-type") ?? "");
  return GATEWAY_STATUSES.has(status) && (!isOwn || headers.has(UPDATING_HEADER));
}

/**
 * Makes Next.js treat a proxy's error like a lost connection. Its router then waits and tries again;
 * otherwise it would leave the app for the proxy's error page.
 */
export function hideGatewayErrorsFromRouter(): void {
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const response = await send(input, init);
    const isRouter = new Headers(init?.headers).has("rsc");
    if (isRouter && isFromGateway(response)) throw new TypeError("A proxy can't reach Errata.");
    return response;
  };
}
