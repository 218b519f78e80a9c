import type { NoiseReason } from "../../lib/contract/api/noise.ts";
import { noiseName } from "./noise-name.ts";

/** Says in a row why its item is suspected noise. */
export function NoiseLabel({ reason }: { reason: NoiseReason }) {
  return (
    <span data-testid="noise-reason" className="tag">
      <span className="sr-only">Suspected noise: </span>
      {noiseName(reason)}
    </span>
  );
}
