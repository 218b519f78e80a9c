import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { storeFailure } from "../../lib/database/failures.ts";
import { openDatabase } from "../../lib/database/open.ts";
import { engines, openTestDatabase } from "../support/databases.ts";

test("PostgreSQL knows Errata's connections by name, or by the address's", async () => {
  const nameOf = async (databaseUrl: string) => {
    const database = openDatabase({ databaseUrl, file: "" });
    const { rows } = await sql<{ name: string }>`
      select current_setting('application_name') as name`.execute(database.query);
    await database.close();
    return rows[0]?.name;
  };
  const address = new URL(inject("postgresUrl"));
  expect(await nameOf(address.href)).toBe("errata");
  address.searchParams.set("application_name", "docs-team");
  expect(await nameOf(address.href)).toBe("docs-team");
});

test("a connection that breaks during setup doesn't use up one of the pool's ten", async () => {
  const server = new URL(inject("postgresUrl"));
  let breaking = true;
  const sockets = new Set<Socket>();
  // A proxy that closes the connection at the first statement.
  const between = createServer((near) => {
    const far = connect(Number(server.port), server.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
    }
    far.pipe(near);
    near.on("data", (data) => {
      if (breaking && data.includes("set ")) near.destroy();
      else far.write(data);
    });
    near.on("close", () => far.destroy());
  }).listen(0, "127.0.0.1");
  await once(between, "listening");
  const address = new URL(server);
  address.port = String((between.address() as AddressInfo).port);
  const database = openDatabase({ databaseUrl: address.href, file: "" });
  for (let time = 0; time < 12; time++) {
    await expect(sql`select 1`.execute(database.query)).rejects.toThrow();
  }
  breaking = false;
  const { rows } = await sql<{ jit: string }>`show jit`.execute(database.query);
  expect(rows).toEqual([{ jit: "off" }]);
  await database.close();
  for (const socket of sockets) socket.destroy();
  between.close();
});

test("a database whose connections are all in use is told from an unexpected failure", async () => {
  const database = await openTestDatabase("postgres");
  const held = Promise.withResolvers<void>();
  const holders = Array.from({ length: 10 }, () =>
    database.query.connection().execute(() => held.promise),
  );
  const failure = await sql`select 1`.execute(database.query).catch((error: unknown) => error);
  expect(storeFailure(failure)).toBe("away");
  held.resolve();
  await Promise.all(holders);
  await database.close();
});

test.each(engines)("a short question does not wait for a long one on $name", async ({ name }) => {
  const database = await openTestDatabase(name);
  const counted = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000000)
    select count(*) from n`;
  const answered: string[] = [];
  await Promise.all([
    counted.execute(database.read).then(() => answered.push("long")),
    sql`select 1`.execute(database.read).then(() => answered.push("short")),
  ]);
  expect(answered).toEqual(["short", "long"]);
  await database.close();
});

test("a SQLite file that is closed leaves its threads to the next one", async () => {
  const started: unknown[] = [];
  const use = async () => {
    const database = await openTestDatabase("sqlite");
    await sql`create table page (name text)`.execute(database.query);
    const { rows } = await sql`select name from page`.execute(database.read);
    expect(rows).toEqual([]);
    await sql`insert into page values ('first')`.execute(database.query);
    await database.close();
  };
  await use();
  process.on("worker", (thread) => started.push(thread));
  await use();
  process.removeAllListeners("worker");
  expect(started).toEqual([]);
});
