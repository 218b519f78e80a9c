"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { NewApiKey } from "../../lib/contract/api/keys.ts";
import { apiKeys, createApiKey, revokeApiKey } from "../../lib/queries/keys.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { OneTimeSecret } from "../ui/one-time-secret.tsx";
import { KeyForm } from "./key-form.tsx";
import { KeyItem } from "./key-item.tsx";

/** Creates, lists, and revokes API keys of the built-in platform. A key is shown once. */
export function ApiKeys({ projectId }: { projectId: string }) {
  const client = useQueryClient();
  const { data, error } = useQuery(apiKeys(projectId));
  const refresh = () => client.invalidateQueries({ queryKey: apiKeys(projectId).queryKey });
  const create = useMutation({
    mutationFn: (wanted: NewApiKey) => createApiKey(projectId, wanted),
    onSuccess: refresh,
  });
  const revoke = useMutation({
    mutationFn: (keyId: string) => revokeApiKey(projectId, keyId),
    onSuccess: refresh,
  });
  const problem = error ?? create.error ?? revoke.error;
  return (
    <div className="flex flex-col gap-3">
      <ErrorNotice error={problem} />
      {create.data && <NewKey key={create.data.key.id} secret={create.data.secret} />}
      <KeyForm busy={create.isPending} onCreate={create.mutate} />
      <p className="text-muted">
        Revoking a key takes effect immediately and can't be undone. If you revoke Errata's own key,
        Errata creates a new one.
      </p>
      <ul className="divide-y divide-line rounded-md border border-line">
        {data?.keys.map((key) => (
          <KeyItem
            key={key.id}
            apiKey={key}
            busy={revoke.isPending}
            onRevoke={() => revoke.mutate(key.id)}
          />
        ))}
      </ul>
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
