import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import { run } from "./processes.mjs";
import { node, root, UserError } from "./project.mjs";

/** The headless shell needs about a third less processor time than the whole browser. */
const systemBrowsers = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/** Time limits in milliseconds. */
const DOWNLOAD = 180_000;
const PACKAGES = 240_000;
const debianPackages = [
  "chromium-headless-shell",
  "fonts-liberation",
  "fonts-noto-core",
  "fonts-noto-color-emoji",
];

/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH, then Playwright's own, then the system's.
 * @returns {Promise<string | null>} the executable's path
 * @throws {UserError} when CHROMIUM_PATH isn't a program
 */
export async function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (isExecutable(given)) return given;
    throw new UserError(
      `CHROMIUM_PATH: ${given} isn't a program. Correct the path or unset the variable.`,
    );
  }
  const { chromium } = await import("@playwright/test");
  return [chromium.executablePath(), ...systemBrowsers].find(isExecutable) ?? null;
}

/**
 * Installs a Chromium if there is none: Playwright's download or, as root on Debian, its package.
 * @throws {UserError} with the remedy when neither works
 */
export async function ensureBrowser() {
  if (await findBrowser()) return;
  console.log("Downloading a browser for the tests (up to 3 minutes)…");
  const cli = join(root, "node_modules/@playwright/test/cli.js");
  await run(node, [cli, "install", "chromium"], { timeout: DOWNLOAD });
  if (await findBrowser()) return;

  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log(
      "The download failed. Installing Debian's chromium-headless-shell package (about a minute)…",
    );
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { env, timeout: PACKAGES });
    const args = ["install", "-y", "--no-install-recommends", ...debianPackages];
    await run("apt-get", args, { env, timeout: PACKAGES });
    if (await findBrowser()) return;
  }
  throw new UserError(
    "Chromium isn't installed and couldn't be downloaded; install it (on Debian: sudo apt-get install chromium-headless-shell) or set CHROMIUM_PATH=/path/to/chromium",
  );
}

/** Chromium's sandbox doesn't work as root; every other user keeps it. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
