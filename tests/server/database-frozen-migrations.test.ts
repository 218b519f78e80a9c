import { describe, expect, test } from "vitest";
import { authMigrations } from "../../lib/auth/migrations/migrations.ts";
import { platformMigrations } from "../../lib/platform/migrations/migrations.ts";
import { storeMigrations } from "../../lib/store/migrations/migrations.ts";
import { engines } from "../support/databases.ts";
import { statementsOf } from "../support/migrations.ts";
import { recordedPath } from "../support/recorded-migrations.ts";

const rooms = [
  { room: "store", migrations: storeMigrations },
  { room: "platform", migrations: platformMigrations },
  { room: "auth", migrations: authMigrations },
];

describe.each(engines)("migrations on $name", ({ name: engine }) => {
  // A new migration records its file on the first run. A shipped one must never need an update.
  test.each(rooms)("of $room run what they ran when they shipped", async ({ room, migrations }) => {
    const statements = await statementsOf(room, migrations, engine);
    expect([...statements.keys()]).toEqual(Object.keys(migrations));
    for (const [name, text] of statements) {
      await expect(text).toMatchFileSnapshot(recordedPath(room, name, engine));
    }
  });
});
