"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { ApiKey } from "../../lib/contract/api/keys.ts";
import { KEY_NAME_LENGTH } from "../../lib/contract/api/limits.ts";
import { apiKeys, createApiKey, revokeApiKey } from "../../lib/queries/keys.ts";
import { Time } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { fieldClass } from "../ui/field.ts";
import { NewKey } from "./new-key.tsx";

/** Creates, lists, and revokes API keys of the built-in platform. A key is shown once. */
export function ApiKeys({ projectId }: { projectId: string }) {
  const client = useQueryClient();
  const { data, error } = useQuery(apiKeys(projectId));
  const [name, setName] = useState("");
  const refresh = () => client.invalidateQueries({ queryKey: apiKeys(projectId).queryKey });
  const create = useMutation({
    mutationFn: () => createApiKey(projectId, name.trim()),
    onSuccess: () => {
      setName("");
      return refresh();
    },
  });
  const revoke = useMutation({
    mutationFn: (keyId: string) => revokeApiKey(projectId, keyId),
    onSuccess: refresh,
  });
  const problem = error ?? create.error ?? revoke.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <div className="flex flex-col gap-3">
      <ErrorNotice error={problem} />
      {create.data && <NewKey key={create.data.key.id} secret={create.data.secret} />}
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <label className="flex flex-col gap-1">
          <span className="text-muted">Key name</span>
          <input
            required
            maxLength={KEY_NAME_LENGTH}
            value={name}
            onChange={(event) => setName(event.target.value)}
            placeholder="Weekly report"
            className={`${fieldClass} w-56`}
          />
        </label>
        <Button type="submit" variant="primary" disabled={create.isPending || name.trim() === ""}>
          Create key
        </Button>
      </form>
      <p className="text-muted">
        Revoking a key takes effect immediately and can't be undone. If you revoke Errata's own key,
        it creates a new one.
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

function KeyItem(props: { apiKey: ApiKey; busy: boolean; onRevoke: () => void }) {
  const { apiKey: key } = props;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
      <span className="untrusted min-w-0 flex-1 basis-40 font-medium">{key.name}</span>
      <code className="font-mono text-muted text-xs">{key.hint}</code>
      <span className="text-muted">
        Created <Time at={key.createdAt} />
      </span>
      <span className="w-36 text-muted">
        {key.lastUsedAt === null ? (
          "Never used"
        ) : (
          <>
            Last used <Time at={key.lastUsedAt} />
          </>
        )}
      </span>
      {key.revokedAt === null ? (
        <Button variant="danger" disabled={props.busy} onClick={props.onRevoke}>
          Revoke<span className="sr-only"> {key.name}</span>
        </Button>
      ) : (
        <span className="text-muted">
          Revoked <Time at={key.revokedAt} />
        </span>
      )}
    </li>
  );
}
