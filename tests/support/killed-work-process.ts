import { createAudit } from "../../lib/auth/audit.ts";
import type { AuthSchema } from "../../lib/auth/schema/schema.ts";
import { systemClock } from "../../lib/clock.ts";
import type { Database } from "../../lib/database/open.ts";
import { NOISE_RULES } from "../../lib/noise/noise.ts";
import { readerMessageServices } from "../../lib/services/reader-message-services.ts";
import { createReaderMessages } from "../../lib/store/jobs/reader-messages.ts";
import { recountPages } from "../../lib/store/pages/recount-pages.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createSettingsStore } from "../../lib/store/settings.ts";
import { scoreStoredItems } from "../../lib/store/write/score-stored.ts";
import { killedAfter } from "./killed-after.ts";

// A process that looks for noise among stored items, counts them by page again, or opens messages to readers, until it
// kills itself. Prints a line after each step.

const { location, work, statements, step } = JSON.parse(process.argv[2] ?? "{}");

const database = killedAfter(statements)<StoreSchema>(location);
const { query } = database;

if (work === "noise") {
  while (await scoreStoredItems(query, NOISE_RULES, step)) console.log("scored");
} else if (work === "pages") {
  while (await recountPages(query, step)) console.log("recounted");
} else {
  const accounts = database as unknown as Database<AuthSchema>;
  const messages = readerMessageServices(
    createReaderMessages(query, systemClock),
    createSettingsStore({ database, clock: systemClock }),
    createAudit(accounts, systemClock),
  );
  const by = { id: "tri", name: "Tri" };
  for (const { feedbackId, opened } of await messages.list("docs", "job")) {
    if (opened) continue;
    await messages.open("docs", "job", feedbackId, { again: false, by });
    console.log(feedbackId);
  }
}
await database.close();
