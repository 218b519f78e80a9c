/**
 * A duration that is only roughly known, such as "about 3 minutes left".
 * @param {number} seconds
 */
export function timeLeft(seconds) {
  const minutes = Math.round(seconds / 60);
  if (minutes > 1) return `about ${minutes} minutes left`;
  return seconds >= 40 ? "about a minute left" : "less than a minute left";
}
