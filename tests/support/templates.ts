import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { authRoom } from "../../lib/auth/schema/schema.ts";
import { migrate, type Room as Tables } from "../../lib/database/migrate.ts";
import { type DatabaseLocation, openDatabase } from "../../lib/database/open.ts";
import { platformRoom } from "../../lib/platform/schema/schema.ts";
import { storeRoom } from "../../lib/store/schema/schema.ts";
import { addressOf, administer } from "./postgres-administration.ts";

/** The rooms that have tables. */
export type Room = "store" | "platform" | "auth";

/** A database per room that tests copy, because migrating takes much longer than copying. */
export type Templates = Record<Room, { file: string; database: string }>;

/** The tables of each template. People's accounts are in the store's database. */
const tables: Record<Room, readonly Tables[]> = {
  store: [storeRoom],
  platform: [platformRoom],
  auth: [authRoom, storeRoom],
};

/**
 * Migrates an empty SQLite file and an empty PostgreSQL database per room.
 * @param server URL of a PostgreSQL server that may create databases
 */
export async function createTemplates(
  server: string,
): Promise<{ templates: Templates; remove: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "errata-templates-"));
  const prefix = `errata_template_${randomBytes(6).toString("hex")}`;
  const make = async (room: Room) => {
    const template = { file: join(folder, `${room}.sqlite`), database: `${prefix}_${room}` };
    await administer(server, `create database "${template.database}" template template0`);
    await migrated({ databaseUrl: null, file: template.file, durable: false }, room);
    await migrated({ databaseUrl: addressOf(server, template.database), file: "" }, room);
    return template;
  };
  const templates = {
    store: await make("store"),
    platform: await make("platform"),
    auth: await make("auth"),
  };
  const remove = async () => {
    for (const { database } of Object.values(templates)) {
      await administer(server, `drop database "${database}" with (force)`);
    }
    rmSync(folder, { recursive: true, force: true });
  };
  return { templates, remove };
}

async function migrated(location: DatabaseLocation, room: Room): Promise<void> {
  const database = openDatabase<unknown>(location);
  for (const its of tables[room]) await migrate(database, its);
  await database.close();
}
