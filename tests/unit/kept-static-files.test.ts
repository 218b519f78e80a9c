import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createKeptStaticFiles } from "../../scripts/setup/kept-static-files.mjs";
import { addKeptStaticFiles, keepStaticFiles } from "../../scripts/setup/static-files.mjs";

let folder: string;
const server = createServer();
const ask = (path: string) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "errata-kept-"));
  mkdirSync(join(folder, "static/chunks"), { recursive: true });
  writeFileSync(join(folder, "static/chunks/0~a-b_.js"), "old();");
  writeFileSync(join(folder, "secret.js"), "secret");
  const answer = createKeptStaticFiles(folder);
  server.on("request", (request, response) => {
    if (!answer(request, response)) response.writeHead(404).end("Next");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
afterEach(async () => {
  server.removeAllListeners("request");
  await new Promise((closed) => server.close(closed));
  rmSync(folder, { recursive: true, force: true });
});

test("a running server has its static files also while the next build is made", async () => {
  const chunk = "/_next/static/chunks/0~a-b_.js";
  expect(await (await ask(chunk)).text()).toBe("Next");
  keepStaticFiles(folder, Date.now());
  // What `next build` begins with.
  rmSync(join(folder, "static"), { recursive: true });
  const kept = await ask(`${chunk}?dpl=1`);
  expect(await kept.text()).toBe("old();");
  expect(Object.fromEntries(kept.headers)).toMatchObject({
    "content-type": "application/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
  });
  for (const other of ["chunks/none.js", "chunks", "..%2f..%2f..%2fsecret.js", "chunks/"]) {
    expect((await ask(`/_next/static/${other}`)).status).toBe(404);
  }
  addKeptStaticFiles(folder);
  expect(await (await ask(chunk)).text()).toBe("Next");
});
