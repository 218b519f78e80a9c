import "server-only";
import type { Clock } from "../clock.ts";
import type { SignInConfig } from "../config/sign-in.ts";
import { migrate } from "../database/migrate.ts";
import { createAudit } from "./audit.ts";
import type { Auth } from "./auth.ts";
import { demoAuth, localAuth } from "./local-auth.ts";
import { createLocalKeys } from "./local-keys.ts";
import { type AuthDatabase, authRoom } from "./schema/schema.ts";

/** Migrates the auth tables and opens auth. Loads better-auth only if sign-in is configured. */
export async function openAuth(options: {
  database: AuthDatabase;
  clock: Clock;
  signIn: SignInConfig | null;
  /** Whether everyone may read, and nobody may change anything. */
  demo?: boolean;
  /** Whether a dashboard without sign-in needs a key. */
  localKey: boolean;
  publicUrl: string;
  trustedOrigins: string[];
  log(level: string, message: string): void;
}): Promise<Auth> {
  const { database, clock, signIn, localKey, publicUrl } = options;
  await migrate(database, authRoom);
  if (signIn) {
    const { signInAuth } = await import("./sign-in-auth.ts");
    return signInAuth({ ...options, signIn });
  }
  const audit = createAudit(database, clock);
  if (options.demo) return demoAuth(audit, publicUrl);
  return localAuth(audit, publicUrl, localKey ? createLocalKeys(database, clock) : null);
}
