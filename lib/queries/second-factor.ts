import * as accountRoutes from "../contract/api/account-routes.ts";
import { request } from "./request.ts";

/** Replaces the recovery codes. */
export function createRecoveryCodes(password: string) {
  return request(accountRoutes.createRecoveryCodes, { body: { password } });
}

/** Turns off a person's second factor, and signs them out. */
export function resetSecondFactor(personId: string) {
  return request(accountRoutes.resetSecondFactor, { params: { personId } });
}

/** Creates a second factor that a code turns on. */
export function startSecondFactor(password: string) {
  return request(accountRoutes.startSecondFactor, { body: { password } });
}

export function turnOffSecondFactor(password: string) {
  return request(accountRoutes.turnOffSecondFactor, { body: { password } });
}

/** Completes a sign-in, or turns on a second factor that was started. */
export function enterCode(code: string, kind: "app" | "recovery" = "app") {
  return request(kind === "app" ? accountRoutes.enterCode : accountRoutes.enterRecoveryCode, {
    body: { code },
  });
}
