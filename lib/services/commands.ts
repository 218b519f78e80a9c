import "server-only";
import { systemClock } from "../clock.ts";
import { config } from "../config.ts";
import type { Actor } from "../contract/api/people.ts";
import { InvalidRequest } from "../errors.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";
import { closeOnFailure } from "./close-on-failure.ts";
import { assertUpdated } from "./database-check.ts";
import { forgetReader } from "./forget-reader.ts";
import { type ImportServices, importServices } from "./import-services.ts";
import { openAuthOn, openDataFolder, openStoreDatabase } from "./open.ts";
import { readServer } from "./running-server.ts";
import { openEmbedded } from "./source.ts";

/**
 * Creates a link that opens the local dashboard, for the command beside the server. The running server's
 * address and protection count; without one, those of the configuration.
 * @throws {InvalidRequest} if the dashboard needs no link, {Conflict} if the database is of another version,
 *   {NotFound} if there is none
 */
export async function createLocalLink(): Promise<string> {
  const settings = config();
  const { publicUrl, hasSignIn, localKey } = (await readServer(settings.dataDir)) ?? {
    ...settings,
    hasSignIn: settings.signIn !== null,
  };
  if (hasSignIn) {
    throw new InvalidRequest(
      `This dashboard has sign-in, so it needs no link. Open ${publicUrl} and sign in.`,
    );
  }
  if (!localKey) {
    throw new InvalidRequest(`This dashboard opens without a link. Open ${publicUrl}.`);
  }
  await assertUpdated(settings);
  const database = await openStoreDatabase(settings);
  try {
    const auth = await openAuthOn(database, { ...settings, signIn: null, localKey, publicUrl });
    return String(await auth.localLink());
  } finally {
    await database.close();
  }
}

/**
 * Removes a reader's address from everything that is stored, and from what is synced and imported
 * later. Runs beside the server.
 * @returns the number of changed rows
 * @throws {InvalidRequest} if it isn't an email address, {Conflict} if the databases are of another version,
 *   {NotFound} if there are none
 */
export async function forgetReaderByAddress(address: string, by: Actor): Promise<number> {
  const settings = config();
  await assertUpdated(settings);
  await openDataFolder(settings.dataDir);
  const store = await openStoreDatabase(settings);
  try {
    const { audit } = await openAuthOn(store, { ...settings, signIn: null });
    const embedded =
      settings.platform.mode === "embedded" ? await openEmbedded(settings, store) : null;
    const platform = embedded?.platform ?? null;
    const places = { store, platform, clock: systemClock, audit };
    const forgotten = { address, by, subject: "a reader" };
    return await forgetReader(places, forgotten).finally(() => embedded?.close());
  } finally {
    await store.close();
  }
}

/**
 * Opens the built-in platform and the audit log, for commands that run beside the server.
 * @param mayBeNew whether databases are created if there are none
 * @throws {InvalidRequest} if a hosted platform is configured, {Conflict} if the databases are of another version,
 *   {NotFound} if there are none
 */
export async function openEmbeddedPlatform(mayBeNew: boolean): Promise<{
  platform: EmbeddedPlatform;
  imports: ImportServices;
  record(by: Actor, action: string, subject: string): Promise<void>;
  close(): Promise<void>;
}> {
  const settings = config();
  await assertUpdated(settings, { mayBeNew });
  await openDataFolder(settings.dataDir);
  const store = await openStoreDatabase(settings);
  const { audit } = await closeOnFailure(store, openAuthOn(store, { ...settings, signIn: null }));
  const { platform, close } = await closeOnFailure(store, openEmbedded(settings, store));
  const people = async () => [];
  return {
    platform,
    imports: importServices({ store, platform, clock: systemClock, audit, people }),
    close: async () => {
      await close();
      await store.close();
    },
    record: audit.record,
  };
}
