import { queryOptions } from "@tanstack/react-query";
import * as accountRoutes from "../contract/api/account-routes.ts";
import { AppError, isAppError } from "../errors.ts";
import { request } from "./request.ts";

/** The passkeys of the signed-in person. */
export const myPasskeys = queryOptions({
  queryKey: ["me", "passkeys"],
  queryFn: ({ signal }) => request(accountRoutes.listPasskeys, { signal }),
});

/** Creates a passkey in the browser and adds it to the signed-in person's account. @throws {AppError} */
export async function addPasskey({ name, password }: { name: string; password: string }) {
  const [{ startRegistration }, { options }] = await Promise.all([
    import("@simplewebauthn/browser"),
    request(accountRoutes.startPasskey, { body: { password } }),
  ]);
  const response = await startRegistration({ optionsJSON: options }).catch(explain);
  return request(accountRoutes.addPasskey, { body: { name, response } });
}

/** Signs in with a passkey that the person chooses in the browser. @throws {AppError} */
export async function signInWithPasskey() {
  const [{ startAuthentication }, { options }] = await Promise.all([
    import("@simplewebauthn/browser"),
    request(accountRoutes.startPasskeySignIn, { body: {} }),
  ]);
  const response = await startAuthentication({ optionsJSON: options }).catch(explain);
  return request(accountRoutes.signInWithPasskey, { body: { response } });
}

export function removePasskey(passkeyId: string) {
  return request(accountRoutes.removePasskey, { params: { passkeyId } });
}

/** Browsers name the cause of a failure, but their messages differ and say more about the API than the person. */
const EXPLANATIONS: Record<string, string> = {
  InvalidStateError: "This device already has a passkey for your account. You can sign in with it.",
  NotAllowedError: "The passkey request was canceled or timed out. Try again.",
};

function explain(error: unknown): never {
  if (isAppError(error)) throw error;
  const name = error instanceof Error ? error.name : "";
  const message = EXPLANATIONS[name] ?? "This browser couldn't use a passkey. Try another browser.";
  throw new AppError("invalid_request", message, { cause: error });
}
