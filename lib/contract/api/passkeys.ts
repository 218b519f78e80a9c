import { z } from "zod";

// What Errata and browsers exchange is in the JSON format of Web Authentication
// (https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON).

/** One of the signed-in person's passkeys. */
export const passkey = z.strictObject({ id: z.string(), name: z.string(), createdAt: z.number() });
export type Passkey = z.infer<typeof passkey>;

/** The browser's options for creating a passkey. */
export const creationOptions = z.looseObject({
  challenge: z.string(),
  rp: z.looseObject({ name: z.string() }),
  user: z.looseObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.number() })),
});

/** The browser's options for using a passkey. */
export const requestOptions = z.looseObject({ challenge: z.string() });

// Browsers send more fields, which are ignored.
const credential = { id: z.string(), rawId: z.string(), type: z.literal("public-key") };

/** A passkey that a browser created. */
export const createdPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.string()).optional(),
  }),
});
export type CreatedPasskey = z.infer<typeof createdPasskey>;

/** A browser's proof that someone has a passkey. */
export const usedPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().optional(),
  }),
});
