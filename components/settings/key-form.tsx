import { type FormEvent, useState } from "react";
import { KEY_SCOPES, type KeyScope, SCOPE_LABELS } from "../../lib/contract/api/key-scopes.ts";
import type { NewApiKey } from "../../lib/contract/api/keys.ts";
import { KEY_NAME_LENGTH } from "../../lib/contract/api/limits.ts";
import { Button } from "../ui/button.tsx";
import { fieldClass } from "../ui/field.ts";

/** Names a new API key, and chooses what it may do and until when. */
export function KeyForm(props: {
  busy: boolean;
  onCreate: (wanted: NewApiKey, then: { onSuccess: () => void }) => void;
}) {
  const [name, setName] = useState("");
  const [lastDay, setLastDay] = useState("");
  const [scopes, setScopes] = useState<readonly KeyScope[]>(KEY_SCOPES);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const expiresAt = lastDay === "" ? null : new Date(`${lastDay}T23:59:59.999`).getTime();
    const wanted = { name: name.trim(), expiresAt, scopes: [...scopes] };
    props.onCreate(wanted, { onSuccess: () => setName("") });
  };
  const toggle = (scope: KeyScope) =>
    setScopes(
      scopes.includes(scope) ? scopes.filter((other) => other !== scope) : [...scopes, scope],
    );
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-x-4 gap-y-2">
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
      <label className="flex flex-col gap-1">
        <span className="text-muted">Expires after (optional)</span>
        <input
          type="date"
          max="9999-12-31"
          value={lastDay}
          onChange={(event) => setLastDay(event.target.value)}
          className={fieldClass}
        />
      </label>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-muted">Scopes</legend>
        <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1">
          {KEY_SCOPES.map((scope) => (
            <label key={scope} className="flex items-center gap-1.5">
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={() => toggle(scope)}
              />
              {SCOPE_LABELS[scope]}
            </label>
          ))}
        </div>
      </fieldset>
      <Button
        type="submit"
        variant="primary"
        disabled={props.busy || name.trim() === "" || scopes.length === 0}
      >
        Create key
      </Button>
    </form>
  );
}
