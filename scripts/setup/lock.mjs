import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isAlive } from "./processes.mjs";
import { root } from "./project.mjs";

const file = join(root, ".setup-lock");
/** Milliseconds between heartbeats, and without one before the holder counts as dead. */
const HEARTBEAT = 5_000;
const EXPIRY = 30_000;

/**
 * Runs `work` while no other process installs or builds in this project. The lock of a process that
 * was killed is detected by its process ID, or by missing heartbeats.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(work) {
  let announced = false;
  while (!acquire()) {
    if (!announced) console.log("Waiting for another npm start or npm test to install or build…");
    announced = true;
    await delay(200);
  }
  const heartbeat = setInterval(() => utimesSync(file, new Date(), new Date()), HEARTBEAT);
  const release = () => rmSync(file, { force: true });
  process.on("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off("exit", release);
    release();
  }
}

function acquire() {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  if (!holderIsDead()) return false;
  rmSync(file, { force: true });
  return acquire();
}

function holderIsDead() {
  try {
    const age = Date.now() - statSync(file).mtimeMs;
    const pid = Number(readFileSync(file, "utf8"));
    // The file is empty between its creation and the write of the process ID.
    return age > EXPIRY || (pid > 0 && !isAlive(pid));
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
}
