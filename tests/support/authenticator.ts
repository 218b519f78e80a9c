import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { Visitor } from "./auth.ts";

const FLAGS = { present: 0x01, verified: 0x04, hasCredential: 0x40 };

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString("base64url");

/** A device with one passkey (ES256, no attestation), as Web Authentication describes it. */
export class Authenticator {
  readonly #key = generateKeyPairSync("ec", { namedCurve: "P-256" });
  credentialId: Buffer = randomBytes(16);
  /** Whether the device verifies the person, such as by a fingerprint. */
  verifies = true;
  counter = 0;
  origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  create(options: { challenge: string }) {
    const { x = "", y = "" } = this.#key.publicKey.export({ format: "jwk" });
    // A COSE key: EC2, ES256, P-256, and both coordinates.
    const publicKey = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
    const length = Buffer.from([0, this.credentialId.length]);
    const data = this.#data(FLAGS.hasCredential, [
      ...[Buffer.alloc(16), length, this.credentialId, publicKey],
    ]);
    // CBOR of { fmt: "none", attStmt: {}, authData }.
    const attestationObject = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
      Buffer.from([data.length]),
      data,
    ]);
    const clientDataJSON = this.#clientData("webauthn.create", options.challenge);
    return this.#credential({ clientDataJSON, attestationObject: base64url(attestationObject) });
  }

  get(options: { challenge: string }) {
    this.counter += 1;
    const data = this.#data(0);
    const clientDataJSON = this.#clientData("webauthn.get", options.challenge);
    const hash = sha256(Buffer.from(clientDataJSON, "base64url"));
    const signature = sign("sha256", Buffer.concat([data, hash]), this.#key.privateKey);
    const signed = { authenticatorData: base64url(data), signature: base64url(signature) };
    return this.#credential({ clientDataJSON, ...signed });
  }

  /** Signs a visitor in with the passkey. */
  async signIn(visitor: Visitor): Promise<Response> {
    const started = await visitor.post("/api/auth/passkey/options", {});
    const { options } = await started.json();
    return visitor.post("/api/auth/passkey/sign-in", { response: this.get(options) });
  }

  #data(flags: number, parts: Buffer[] = []): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const verified = this.verifies ? FLAGS.verified : 0;
    const allFlags = Buffer.from([flags | FLAGS.present | verified]);
    return Buffer.concat([sha256(new URL(this.origin).hostname), allFlags, counter, ...parts]);
  }

  #clientData(type: string, challenge: string): string {
    return base64url(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #credential<Fields>(response: Fields) {
    const id = base64url(this.credentialId);
    return { id, rawId: id, type: "public-key" as const, response };
  }
}
