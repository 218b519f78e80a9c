import {
  createRecoveryCodes as createRecoveryCodesRoute,
  enterCode as enterCodeRoute,
  enterRecoveryCode,
  resetSecondFactor as resetSecondFactorRoute,
  startSecondFactor as startSecondFactorRoute,
  turnOffSecondFactor as turnOffSecondFactorRoute,
} from "../contract/api/account-routes.ts";
import { request } from "./request.ts";

/** Replaces the recovery codes. */
export function createRecoveryCodes(password: string) {
  return request(createRecoveryCodesRoute, { body: { password } });
}

/** Turns off a person's second factor, and signs them out. */
export function resetSecondFactor(personId: string) {
  return request(resetSecondFactorRoute, { params: { personId } });
}

/** Creates a second factor that a code turns on. */
export function startSecondFactor(password: string) {
  return request(startSecondFactorRoute, { body: { password } });
}

export function turnOffSecondFactor(password: string) {
  return request(turnOffSecondFactorRoute, { body: { password } });
}

/** Completes a sign-in, or turns on a second factor that was started. */
export function enterCode(code: string, kind: "app" | "recovery" = "app") {
  return request(kind === "app" ? enterCodeRoute : enterRecoveryCode, { body: { code } });
}
