import { readdirSync, readFileSync } from "node:fs";

/** Returns the IDs of running processes whose command line contains a text. */
export function processesWith(text: string): number[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => commandLine(id).includes(text)).map(Number);
}

/** Returns an empty text for ended processes. */
function commandLine(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "latin1");
  } catch {
    return "";
  }
}
