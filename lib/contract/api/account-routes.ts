// Routes of sign-in and people, apart from the others, so that the inbox loads less.

export const signIn = { method: "POST", path: "/api/auth/sign-in/email" } as const;
export const signInWithProvider = { method: "POST", path: "/api/auth/sign-in/social" } as const;
export const signOut = { method: "POST", path: "/api/auth/sign-out" } as const;
export const acceptInvitation = { method: "POST", path: "/api/invitation" } as const;

export const getCurrentPerson = { method: "GET", path: "/api/me" } as const;
export const changePassword = { method: "POST", path: "/api/me/password" } as const;
export const listSessions = { method: "GET", path: "/api/me/sessions" } as const;
export const endSession = { method: "DELETE", path: "/api/me/sessions/{sessionId}" } as const;

export const listPeople = { method: "GET", path: "/api/people" } as const;
export const updatePerson = { method: "PATCH", path: "/api/people/{personId}" } as const;
export const deletePerson = { method: "DELETE", path: "/api/people/{personId}" } as const;
export const createPasswordLink = {
  method: "POST",
  path: "/api/people/{personId}/password-link",
} as const;
export const createInvitation = { method: "POST", path: "/api/people/invitations" } as const;
export const revokeInvitation = {
  method: "DELETE",
  path: "/api/people/invitations/{invitationId}",
} as const;
export const listAuditLog = { method: "GET", path: "/api/people/log" } as const;

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

export const startPasskeySignIn = { method: "POST", path: "/api/auth/passkey/options" } as const;
export const signInWithPasskey = { method: "POST", path: "/api/auth/passkey/sign-in" } as const;
export const listPasskeys = { method: "GET", path: "/api/me/passkeys" } as const;
export const startPasskey = { method: "POST", path: "/api/me/passkeys/options" } as const;
export const addPasskey = { method: "POST", path: "/api/me/passkeys" } as const;
export const removePasskey = { method: "DELETE", path: "/api/me/passkeys/{passkeyId}" } as const;
