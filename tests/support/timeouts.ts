import { vi } from "vitest";

// The default of one second is too short for a busy machine.
const { waitFor } = vi;
vi.waitFor = (check, options = { timeout: 60_000, interval: 20 }) => waitFor(check, options);
