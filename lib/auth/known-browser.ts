import "server-only";
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";

/** Remembers in a signed cookie that a browser has signed in to an account. It grants no access. */
export interface KnownBrowser {
  /** Returns the browser's ID if it has signed in to the account before; null otherwise. */
  read(headers: Headers, email: string): string | null;
  /** Returns the `Set-Cookie` header for a browser that has signed in to the account. */
  write(email: string): string;
}

/** Seconds. */
const LIFETIME_SECONDS = 365 * 24 * 60 * 60;
const NAME = "errata.browser";

/**
 * @param secret signs the cookie
 * @param publicUrl origin that people use to reach Errata
 */
export function knownBrowser(secret: string, publicUrl: string): KnownBrowser {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  const attributes = `Path=/; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
  const signature = (id: string, email: string) =>
    createHmac("sha256", secret)
      .update(JSON.stringify(["browser", id, email.trim().toLowerCase()]))
      .digest();
  return {
    read: (headers, email) => {
      const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
      const own = pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? "";
      const [id = "", signed = ""] = own.split(".");
      const given = Buffer.from(signed, "base64url");
      const expected = signature(id, email);
      return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
    },
    write: (email) => {
      const id = randomUUID();
      return `${NAME}=${id}.${signature(id, email).toString("base64url")}; ${attributes}`;
    },
  };
}
