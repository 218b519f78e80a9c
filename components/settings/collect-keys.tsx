"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CollectKey, NewCollectKey } from "../../lib/contract/api/collect.ts";
import {
  collectKeys,
  createCollectKey,
  disableCollectKey,
  setChallenge,
} from "../../lib/queries/collect.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Time } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { CollectKeyForm } from "./collect-key-form.tsx";

/** Public keys, with which documentation sites send feedback, and what came in. */
export function CollectKeys(props: { projectId: string; publicUrl: string }) {
  const { projectId, publicUrl } = props;
  const client = useQueryClient();
  const query = collectKeys(projectId);
  const { data, error } = useQuery(query);
  const update = (answer: { keys: CollectKey[] }) => client.setQueryData(query.queryKey, answer);
  const create = useMutation({
    mutationFn: (wanted: NewCollectKey) => createCollectKey(projectId, wanted),
    onSuccess: update,
  });
  const disable = useMutation({
    mutationFn: (key: string) => disableCollectKey(projectId, key),
    onSuccess: update,
  });
  const [disabled, setDisabled] = useState<CollectKey | null>(null);
  const close = () => {
    setDisabled(null);
    disable.reset();
  };
  const change = useMutation({
    mutationFn: ({ key, on }: { key: string; on: boolean }) => setChallenge(projectId, key, on),
    onSuccess: update,
  });
  return (
    <div className="flex flex-col gap-3">
      <ErrorNotice error={error ?? create.error ?? change.error} />
      <CollectKeyForm busy={create.isPending} onCreate={create.mutate} />
      {data && data.keys.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {data.keys.map((key) => (
            <CollectKeyItem
              key={key.key}
              collectKey={key}
              publicUrl={publicUrl}
              busy={change.isPending}
              onChallenge={(on) => change.mutate({ key: key.key, on })}
              onDisable={() => setDisabled(key)}
            />
          ))}
        </ul>
      )}
      {disabled && (
        <ConfirmDialog
          title={`Disable “${displayable(disabled.name)}”?`}
          action="Disable key"
          isBusy={disable.isPending}
          error={disable.error}
          done={null}
          onConfirm={() => disable.mutate(disabled.key, { onSuccess: close })}
          onClose={close}
        >
          <p>Sites that use this key can't send feedback anymore. To go on, they need a new key.</p>
          <p>
            <b className="font-semibold">You can't undo this.</b>
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function CollectKeyItem(props: {
  collectKey: CollectKey;
  publicUrl: string;
  busy: boolean;
  onChallenge: (on: boolean) => void;
  onDisable: () => void;
}) {
  const { collectKey: key } = props;
  return (
    <li data-testid="collect-key" className="flex flex-col gap-1 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="untrusted min-w-0 flex-1 basis-40 font-medium">
          {displayable(key.name)}
        </span>
        <Received collectKey={key} />
        {key.disabledAt === null ? (
          <Button variant="danger" onClick={props.onDisable}>
            Disable<span className="sr-only"> {displayable(key.name)}</span>
          </Button>
        ) : (
          <span className="text-muted">
            Disabled <Time at={key.disabledAt} />
          </span>
        )}
      </div>
      <p className="untrusted text-muted">{key.origins.join(", ")}</p>
      <code className="untrusted break-all font-mono text-xs">
        POST {props.publicUrl}/v1/collect/{key.key}
      </code>
      {key.disabledAt === null && (
        <label className="flex w-fit items-start gap-2">
          <input
            type="checkbox"
            checked={key.challenge}
            // Disabled, it would lose the focus.
            aria-disabled={props.busy}
            onChange={(event) => props.busy || props.onChallenge(event.target.checked)}
            className="mt-0.5 size-4"
          />
          <span>
            Require a challenge (ALTCHA){" "}
            <span className="text-muted">
              Browsers solve it in the background, which slows down spam. Requires HTTPS. Feedback
              from forms without JavaScript is held for review.
            </span>
          </span>
        </label>
      )}
    </li>
  );
}

/** Says how much feedback arrived with a key, or that none did yet. */
function Received({ collectKey: key }: { collectKey: CollectKey }) {
  if (key.lastReceivedAt === null) {
    return (
      <span role="status" className="text-muted">
        {key.disabledAt === null ? "Waiting for the first feedback…" : "Nothing received"}
      </span>
    );
  }
  const suspected = key.suspected > 0 && ` (${key.suspected.toLocaleString("en")} held for review)`;
  return (
    <span role="status" className="text-good">
      {key.received.toLocaleString("en")} received{suspected}, last <Time at={key.lastReceivedAt} />
    </span>
  );
}
