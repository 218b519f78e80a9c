import type { NoiseReason } from "../../lib/contract/api/noise.ts";
import { valuesAfter } from "../../lib/item-fields/values-after.ts";
import { useOutboxState } from "../app/outbox.tsx";
import { Button } from "../ui/button.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { Notice } from "../ui/notice.tsx";
import { noiseName } from "./noise-name.ts";

/** Says why an item is noise, with a button that restores it. */
export function NoiseNotice(props: {
  feedbackId: string;
  reason: NoiseReason;
  /** Null if the person can't triage. */
  onRestore: (() => void) | null;
}) {
  const { confirmed, waiting } = useOutboxState();
  const unsaved = valuesAfter([...confirmed, ...waiting]).of("noise");
  if (unsaved.get(props.feedbackId) === null) return null;
  return (
    <Notice tone="info">
      Noise: {noiseName(props.reason)}. The inbox hides it by default.
      {props.onRestore && (
        <>
          {" "}
          Restoring it also restores items with the same text, now and later.{" "}
          <Button onClick={props.onRestore}>
            Restore <Kbd>u</Kbd>
          </Button>
        </>
      )}
    </Notice>
  );
}
