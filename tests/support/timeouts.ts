import { vi } from "vitest";

const { waitFor } = vi;

// The default of one second is too short for a busy machine. Test files share a process.
if (waitFor.name !== "waitLonger") {
  vi.waitFor = function waitLonger(check, options = { timeout: 120_000, interval: 20 }) {
    return waitFor(check, options);
  };
}
