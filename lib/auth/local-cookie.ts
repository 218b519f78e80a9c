import "server-only";
import { KEY_LIFETIME } from "./local-keys.ts";

/** The cookie that holds a browser's key to one local dashboard. */
export interface LocalCookie {
  /** Returns the key in a request's headers; null if there is none. */
  read(headers: Headers): string | null;
  /** Returns the `Set-Cookie` header for a key. */
  write(key: string): string;
}

/** The name has the port, because browsers send a cookie to every port of a host. */
export function localCookie(publicUrl: string): LocalCookie {
  const { port, protocol } = new URL(publicUrl);
  const name = `errata.local_key${port === "" ? "" : `_${port}`}`;
  const secure = protocol === "https:" ? "; Secure" : "";
  const attributes = `Path=/; Max-Age=${KEY_LIFETIME / 1_000}; HttpOnly; SameSite=Strict${secure}`;
  return {
    read: (headers) => {
      const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
      const own = pairs.find((pair) => pair.startsWith(`${name}=`));
      return own?.slice(name.length + 1) ?? null;
    },
    write: (key) => `${name}=${key}; ${attributes}`,
  };
}
