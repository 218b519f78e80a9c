"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKey, NewApiKey } from "../../lib/contract/api/keys.ts";
import { apiKeys, createApiKey, revokeApiKey } from "../../lib/queries/keys.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { OneTimeSecret } from "../ui/one-time-secret.tsx";
import { KeyForm } from "./key-form.tsx";
import { KeyItem } from "./key-item.tsx";

/** Creates, lists, and revokes API keys of the built-in platform. A key is shown once. */
export function ApiKeys({ projectId }: { projectId: string }) {
  const client = useQueryClient();
  const { data, error } = useQuery(apiKeys(projectId));
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: apiKeys(projectId).queryKey });
  const create = useMutation({
    mutationFn: (wanted: NewApiKey) => createApiKey(projectId, wanted),
    onSuccess: refresh,
  });
  const revoke = useMutation({
    mutationFn: (keyId: string) => revokeApiKey(projectId, keyId),
    onSuccess: refresh,
  });
  const close = () => {
    setRevoked(null);
    revoke.reset();
  };
  return (
    <div className="flex flex-col gap-3">
      <ErrorNotice error={error ?? create.error} />
      {create.data && <NewKey key={create.data.key.id} secret={create.data.secret} />}
      <KeyForm busy={create.isPending} onCreate={create.mutate} />
      <ul className="divide-y divide-line rounded-md border border-line">
        {data?.keys.map((key) => (
          <KeyItem key={key.id} apiKey={key} onRevoke={() => setRevoked(key)} />
        ))}
      </ul>
      {revoked && (
        <ConfirmDialog
          title={`Revoke “${displayable(revoked.name)}”?`}
          action="Revoke key"
          isBusy={revoke.isPending}
          error={revoke.error}
          done={null}
          onConfirm={() => revoke.mutate(revoked.id, { onSuccess: close })}
          onClose={close}
        >
          <p>
            Programs that use this key lose access immediately. If it's Errata's own key, Errata
            creates a new one.
          </p>
          <p>
            <b className="font-semibold">You can't undo this.</b>
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** A new API key, shown once. */
function NewKey({ secret }: { secret: string }) {
  return (
    <OneTimeSecret text={secret} testId="fresh-key">
      Copy this key now. You won't be able to see it again.
    </OneTimeSecret>
  );
}
