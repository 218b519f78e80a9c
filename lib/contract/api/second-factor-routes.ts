// Apart from the other routes, so that pages without them load less.

export const enterCode = { method: "POST", path: "/api/auth/two-factor/verify-totp" } as const;
export const enterRecoveryCode = {
  method: "POST",
  path: "/api/auth/two-factor/verify-backup-code",
} as const;
export const startSecondFactor = { method: "POST", path: "/api/me/second-factor" } as const;
export const turnOffSecondFactor = {
  method: "POST",
  path: "/api/me/second-factor/off",
} as const;
export const createRecoveryCodes = {
  method: "POST",
  path: "/api/me/second-factor/recovery-codes",
} as const;
export const resetSecondFactor = {
  method: "DELETE",
  path: "/api/people/{personId}/second-factor",
} as const;
