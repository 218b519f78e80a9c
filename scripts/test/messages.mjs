/**
 * What a test runner tells the process that started it, while it runs.
 * @typedef {{ total: number, unit: string } | { finished: number } | { failure: Failure }} Message
 */

/**
 * A test that failed.
 * @typedef {object} Failure
 * @property {string} file from the project's folder
 * @property {string} title of the test alone, or an empty text for a file that doesn't load
 * @property {string} error its message
 * @property {boolean} [again] whether the test is tried once more
 */

/**
 * Tells the process that started this one. Someone who runs the runner alone needs no report.
 * @param {Message} message
 */
export function tell(message) {
  process.send?.(message);
}
