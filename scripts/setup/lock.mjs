import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { root } from "./project.mjs";

const file = join(root, ".setup-lock");
/** Milliseconds between signs of life, and without any after which the holder counts as gone. */
const HEARTBEAT = 5_000;
const SILENCE = 30_000;

/**
 * Runs `work` while no other start or test run installs or builds here. A holder that was killed
 * is recognised, by its process or its silence.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(work) {
  let told = false;
  while (!take()) {
    if (!told) console.log("Waiting for another start or test run that is installing or building…");
    told = true;
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

function take() {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  if (!holderIsGone()) return false;
  rmSync(file, { force: true });
  return take();
}

function holderIsGone() {
  try {
    const age = Date.now() - statSync(file).mtimeMs;
    const pid = Number(readFileSync(file, "utf8"));
    // An empty file is a holder between making it and writing its name.
    return age > SILENCE || (pid > 0 && !isAlive(pid));
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
