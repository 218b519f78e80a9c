import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root, UserError } from "../setup/project.mjs";

/** The suites whose tests are files in a folder of their own. */
const SUITES_WITH_FILES = ["unit", "server", "http", "browser"];

/**
 * What a run tests.
 * @typedef {object} Selection
 * @property {string[]} suites in the order they run in
 * @property {Record<string, string[]>} files of a suite, from the project's folder; without them, all
 * @property {string} [title] a part of the titles of the tests that run
 */

/**
 * Reads the words after `npm test --`: names of suites, parts of the names of test files, and the rest as a
 * part of a title. `browser statuses` runs a file, `browser statuses narrow screen` some tests of it.
 * @param {string[]} words
 * @param {string[]} suites all there are, in the order they run in
 * @param {string[]} [testFiles] from the project's folder
 * @returns {Selection}
 * @throws {UserError} for a word that chooses nothing
 */
export function selectTests(words, suites, testFiles = allTestFiles()) {
  const named = suites.filter((suite) => words.includes(suite));
  const filters = words.filter((word) => !suites.includes(word));
  if (filters.length === 0) return { suites: named.length > 0 ? named : suites, files: {} };

  const searched = named.length > 0 ? named : SUITES_WITH_FILES;
  const without = searched.find((suite) => !SUITES_WITH_FILES.includes(suite));
  if (without) throw new UserError(`The suite "${without}" has no test files to choose from.`);
  const found = testFiles.filter((file) => searched.includes(suiteOf(file)));
  const matching = (/** @type {string} */ word) => found.filter((file) => file.includes(word));
  const chosen = new Set(filters.flatMap(matching));
  const title = filters.filter((word) => matching(word).length === 0).join(" ");
  if (chosen.size === 0 && named.length === 0) throw new UserError(unknown(title, suites));

  /** @type {Record<string, string[]>} */
  const files = {};
  for (const file of chosen) files[suiteOf(file)] = [...(files[suiteOf(file)] ?? []), file];
  return {
    suites: searched.filter((suite) => chosen.size === 0 || files[suite]),
    files,
    ...(title && { title }),
  };
}

/**
 * The command that repeats a test.
 * @param {string} file from the project's folder
 * @param {string} title of the test alone, or an empty text for the whole file
 */
export function commandFor(file, title) {
  const quoted = title && ` '${title.replaceAll("'", "'\\''")}'`;
  return `${process.env.THOROUGH === "1" ? "THOROUGH=1 " : ""}npm test -- ${file}${quoted}`;
}

/** @param {string} file from the project's folder */
function suiteOf(file) {
  return file.split("/")[1] ?? "";
}

/**
 * @param {string} words
 * @param {string[]} suites
 */
function unknown(words, suites) {
  return `No suite and no test file is named "${words}". Choose from ${suites.join(", ")}, or name a file. For tests by title, name their suite or file first: npm test -- unit "a title".`;
}

function allTestFiles() {
  return SUITES_WITH_FILES.flatMap((suite) =>
    readdirSync(join(root, "tests", suite), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
      .map((name) => `tests/${suite}/${name.replaceAll("\\", "/")}`),
  );
}
