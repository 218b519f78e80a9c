import type { ExportStatus } from "../../lib/contract/api/sync.ts";
import { counted } from "../../lib/text/counted.ts";
import { formatDuration } from "./format-duration.ts";
import { ClockTime, useNow } from "./time.tsx";

/** Says when someone can sync manually again, after too many manual checks. */
function NextManualCheck({ status: { manualChecks } }: { status: ExportStatus }) {
  const now = useNow();
  if (manualChecks.availableAt === null || manualChecks.availableAt <= now) return null;
  const minutes = Math.ceil((manualChecks.availableAt - now) / 60_000);
  return <p>You can sync again in {counted(minutes, "minute")}</p>;
}

/**
 * How much of a hosted platform's hourly limit is used, and what follows from that.
 * @param props.hasError whether an error already says when someone can sync again
 */
export function HourlyLimit({ status, hasError }: { status: ExportStatus; hasError: boolean }) {
  const { budget } = status;
  const left = `this hour; ${budget.remaining} left, ${budget.reserve} reserved for other clients`;
  const used = `${budget.used} of ${budget.limit} requests used`;
  return (
    <>
      <p className="tabular-nums" title={`${used} ${left}`}>
        {used}
        <span className="sr-only"> {left}</span>
      </p>
      <Delay status={status} />
      {!hasError && <NextManualCheck status={status} />}
    </>
  );
}

/** Milliseconds between syncs above which the interval is shown. */
const USUAL_INTERVAL_MS = 120_000;

/** Explains why new feedback arrives later than usual, if it does. */
function Delay({ status }: { status: ExportStatus }) {
  const { budget, projects } = status;
  if (status.paused) {
    return (
      <p title="PLATFORM_RESERVE reserves them for other clients.">Paused: all requests reserved</p>
    );
  }
  if (budget.pausedUntil !== null) {
    return (
      <p title="The platform asks for it.">
        Paused until <ClockTime at={budget.pausedUntil} />
      </p>
    );
  }
  if (status.newItemsInterval <= USUAL_INTERVAL_MS) return null;
  const why = projects > 1 ? `${projects} projects share the hourly request limit` : undefined;
  return (
    <p title={why}>
      Syncs every {formatDuration(status.newItemsInterval)}
      {why && <span className="sr-only">, because {why}</span>}
    </p>
  );
}
