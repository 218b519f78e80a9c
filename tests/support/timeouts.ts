import { vi } from "vitest";

// One second, the default, is a guess about a machine that nobody else uses.
const { waitFor } = vi;
vi.waitFor = (check, options = { timeout: 15_000, interval: 20 }) => waitFor(check, options);
