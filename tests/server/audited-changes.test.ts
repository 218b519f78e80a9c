import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createAudit } from "../../lib/auth/audit.ts";
import type { AuthSchema } from "../../lib/auth/schema/schema.ts";
import { authRoom } from "../../lib/auth/schema/schema.ts";
import { migrate } from "../../lib/database/migrate.ts";
import type { Database } from "../../lib/database/open.ts";
import { settingsServices, skippedItemServices } from "../../lib/services/audited.ts";
import { removeOldContacts } from "../../lib/store/deletion/old-contacts.ts";
import { createSettingsStore } from "../../lib/store/settings.ts";
import { addSkippedItems, createSkippedItems } from "../../lib/store/sync/skipped-items.ts";
import { initialLane } from "../../lib/store/sync/state.ts";
import { createSyncStore, initialSyncState } from "../../lib/store/sync/store.ts";
import { type AuthRig, openAuthRig, signUp, Visitor } from "../support/auth.ts";
import "../support/cheap-passwords.ts";
import { anyEngine, openTestStore } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import { PASSWORD, tokenOf } from "../support/links.ts";
import { openTestPlatform } from "../support/platform.ts";
import { type Provider, startProvider } from "../support/provider.ts";
import { CLIENT, grace, signIn } from "../support/provider-visit.ts";

const BY = { id: "test", name: "Test" };
const OTHER = "another long password";

describe.each(anyEngine)("a change whose audit log entry can't be written ($name)", (engine) => {
  /** Runs `change` while the audit log is broken, and expects it to fail. */
  async function unrecorded(
    { query }: Pick<Database<AuthSchema>, "query">,
    change: () => Promise<unknown>,
  ): Promise<void> {
    // The sign-in library prints such errors by itself.
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    await query.schema.alterTable("audit").renameTo("audit_gone").execute();
    await expect(change()).rejects.toThrow();
    printed.mockRestore();
    await query.schema.alterTable("audit_gone").renameTo("audit").execute();
  }

  describe("of people", () => {
    let provider: Provider;
    let rig: AuthRig;
    beforeEach(async () => {
      provider = await startProvider();
      const oidc = { issuer: provider.issuer, ...CLIENT };
      rig = await openAuthRig(engine, { oidc, allowedDomains: ["example.org"] });
    });
    afterEach(async () => {
      await rig.close();
      await provider.stop();
    });

    const openLinks = async () => (await rig.auth.people()).invitations.length;

    test("leaves no invitation, no reset link, and no revocation", async () => {
      const { auth, database } = rig;
      const { person } = await signUp(auth, "Ada", "admin");
      const invited = { email: "new@example.org", role: "viewer" } as const;
      await unrecorded(database, () => auth.invite(BY, invited));
      await unrecorded(database, () => auth.createPasswordLink(BY, person.id));
      expect(await openLinks()).toBe(0);
      const { invitation } = await auth.invite(BY, invited);
      await unrecorded(database, () => auth.revokeInvitation(BY, invitation.id));
      expect(await openLinks()).toBe(1);
      await unrecorded(database, () => auth.setRole(BY, person.id, "viewer"));
      await unrecorded(database, () => auth.setDisabled(BY, person.id, true));
      expect((await auth.people()).people).toMatchObject([{ role: "admin", disabled: false }]);
    });

    test("leaves no account, and the invitation and the old password valid", async () => {
      const { auth, database } = rig;
      const { visitor, person } = await signUp(auth, "Ada", "admin");
      const { link } = await auth.invite(BY, { email: "new@example.org", role: "viewer" });
      const accept = () => new Visitor(auth).accept(tokenOf(link), { name: "New" });
      await unrecorded(database, accept);
      expect((await auth.people()).people).toHaveLength(1);
      await accept();

      const reset = await auth.createPasswordLink(BY, person.id);
      const account = { name: "Ada", password: OTHER };
      await unrecorded(database, () => new Visitor(auth).accept(tokenOf(reset.link), account));
      expect(await visitor.person()).not.toBeNull();
      expect(await auth.invitation(tokenOf(reset.link))).toMatchObject({ email: person.email });
      const passwords = { current: PASSWORD, next: OTHER };
      await unrecorded(database, () => auth.changePassword(visitor.headers, passwords));
      await new Visitor(auth).signIn(person.email ?? "");
      expect(await openLinks()).toBe(1);
    });

    test("leaves nobody signed in, with a password or through the provider", async () => {
      const { auth, database } = rig;
      provider.as(grace);
      await signUp(auth, "Ada", "admin");
      const sessions = () => database.query.selectFrom("auth_session").select("id").execute();
      const before = await sessions();
      await unrecorded(database, () => new Visitor(auth).signIn("ada@example.org"));
      await unrecorded(database, async () => {
        const visitor = new Visitor(auth);
        await signIn(visitor);
        if (!(await visitor.person())) throw new Error("Not signed in.");
      });
      expect(await sessions()).toEqual(before);
      expect((await auth.people()).people).toHaveLength(1);
    });
  });

  test("of the store leaves settings, skipped items, and contacts as they were", async () => {
    const store = await openTestStore(engine, "audited");
    try {
      const accounts = store as unknown as Database<AuthSchema>;
      await migrate(accounts, authRoom);
      const clock = { now: () => 1_000 };
      const audit = createAudit(accounts, clock);
      const settings = settingsServices(createSettingsStore({ database: store, clock }), audit);
      await unrecorded(accounts, () => settings.change("docs", { instructions: "Hack." }, BY));
      expect((await settings.read("docs")).settings.instructions).toBe("");
      const change = { instructions: "Be brief.", resolveWhenMerged: true };
      await settings.change("docs", change, BY);

      const skippedItems = skippedItemServices(createSkippedItems(store, clock), audit);
      const rejected = [{ entryId: null, raw: "{}", reason: "Invalid." }];
      await addSkippedItems(store.query, "docs", rejected, 1);
      const [skipped] = (await skippedItems.list("docs", { limit: 1, cursor: null })).entries;
      await unrecorded(accounts, () => skippedItems.dismiss("docs", skipped?.id ?? "", BY));
      expect(await skippedItems.count("docs")).toBe(1);
      await skippedItems.dismiss("docs", skipped?.id ?? "", BY);

      const entries = [mirrored({ id: "a", contact: "a@example.org", createdAt: null })];
      await createSyncStore(store).commitPage(
        "docs",
        { entries, rejected: [], observedAt: 1 },
        ({ added }) => ({
          state: initialSyncState(added),
          lane: "full",
          laneState: initialLane(0),
        }),
      );
      const remove = () =>
        removeOldContacts(store.query, 2_000, 10, (trx) =>
          audit.recordIn(trx, BY, "removed", "contacts"),
        );
      await unrecorded(accounts, remove);
      expect(await remove()).toBe(1);
      const log = await audit.list({ limit: 10, before: null });
      expect(log.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
        "removed contacts",
        "dismissed a skipped item of docs",
        "changed the settings of docs (instructions, resolve when merged)",
      ]);
    } finally {
      await store.close();
    }
  });

  test("of the platform leaves no new key, and no revoked one", async () => {
    const platform = await openTestPlatform(engine);
    try {
      const { keys } = platform;
      const before = await keys.list("docs");
      const fails = () => Promise.reject(new Error("The audit log is gone."));
      await expect(keys.create("docs", "Secret", { record: fails })).rejects.toThrow("audit log");
      await expect(keys.revoke("docs", before[0]?.id ?? "", fails)).rejects.toThrow("audit log");
      expect(await keys.list("docs")).toEqual(before);
    } finally {
      await platform.close();
    }
  });
});
