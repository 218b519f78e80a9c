import "server-only";
import type { Person } from "../contract/api/people.ts";
import { NotFound } from "../errors.ts";
import type { Audit } from "./audit.ts";
import type { Auth } from "./auth.ts";
import { KEY_LIFETIME_MS, type LocalKeys } from "./local-keys.ts";

/** The user of a server that is only reachable from this computer. */
const LOCAL_PERSON: Person = { id: "local", name: "You", email: null, role: "admin" };

/** Anyone who opens a demo. */
const VISITOR: Person = { id: "visitor", name: "Visitor", email: null, role: "viewer" };

/** Auth of a demo: everyone may read. */
export function demoAuth(audit: Audit, publicUrl: string): Auth {
  return { ...localAuth(audit, publicUrl, null), personOf: async () => VISITOR };
}

/**
 * Auth without accounts: the user of this computer is the admin.
 * @param keys tells the user from other programs of this computer; null if they may all act as the user
 */
export function localAuth(audit: Audit, publicUrl: string, keys: LocalKeys | null): Auth {
  const cookie = localCookie(publicUrl);
  const notAvailable = async (): Promise<never> => {
    throw new NotFound(
      "Sign-in isn't set up, because this server is only reachable from this computer.",
    );
  };
  return {
    hasSignIn: false,
    hasProvider: false,
    hasLocalKey: keys !== null,
    personOf: async (headers) => {
      if (keys === null) return LOCAL_PERSON;
      const key = cookie.read(headers);
      return key !== null && (await keys.isValid(key)) ? LOCAL_PERSON : null;
    },
    handle: notAvailable,
    setupLink: async () => null,
    localLink: async () => keys && `${publicUrl}/open/${await keys.createLink()}`,
    redeemLocalLink: async (token) => {
      const key = (await keys?.redeemLink(token)) ?? null;
      return key && cookie.write(key);
    },
    invitation: notAvailable,
    accept: notAvailable,
    people: notAvailable,
    teammates: async () => [],
    invite: notAvailable,
    createPasswordLink: notAvailable,
    revokeInvitation: notAvailable,
    setRole: notAvailable,
    setDisabled: notAvailable,
    deletePerson: notAvailable,
    sessions: notAvailable,
    endSession: notAvailable,
    changePassword: notAvailable,
    secondFactor: async () => ({ isOn: false, hasPassword: false, isMissing: false }),
    lacksSecondFactor: async () => false,
    startSecondFactor: notAvailable,
    turnOffSecondFactor: notAvailable,
    createRecoveryCodes: notAvailable,
    resetSecondFactor: notAvailable,
    hasPasskeys: false,
    passkeys: async () => [],
    startPasskey: notAvailable,
    addPasskey: notAvailable,
    removePasskey: notAvailable,
    audit,
  };
}

/** The cookie that holds a browser's key to one local dashboard. */
interface LocalCookie {
  /** Returns the key in a request's headers; null if there is none. */
  read(headers: Headers): string | null;
  /** Returns the `Set-Cookie` header for a key. */
  write(key: string): string;
}

/** The name has the port, because browsers send a cookie to every port of a host. */
function localCookie(publicUrl: string): LocalCookie {
  const { port, protocol } = new URL(publicUrl);
  const name = `errata.local_key${port === "" ? "" : `_${port}`}`;
  const secure = protocol === "https:" ? "; Secure" : "";
  const attributes = `Path=/; Max-Age=${KEY_LIFETIME_MS / 1_000}; HttpOnly; SameSite=Strict${secure}`;
  return {
    read: (headers) => {
      const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
      const own = pairs.find((pair) => pair.startsWith(`${name}=`));
      return own?.slice(name.length + 1) ?? null;
    },
    write: (key) => `${name}=${key}; ${attributes}`,
  };
}
