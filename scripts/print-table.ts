/** Prints rows in columns of equal width. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    console.log(cells.join("  ").trimEnd());
  }
}

/** Formats an instant in epoch milliseconds to the second, in UTC. */
export function timeText(instant: number | null): string {
  return instant === null ? "–" : `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
