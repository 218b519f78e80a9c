import { useState } from "react";
import { KEY_SCOPES, type KeyScope, SCOPE_LABELS } from "../../lib/contract/api/key-scopes.ts";
import type { NewApiKey } from "../../lib/contract/api/keys.ts";
import { KEY_NAME_LENGTH } from "../../lib/contract/api/limits.ts";
import { CheckField } from "../ui/check-field.tsx";
import { Form } from "../ui/form.tsx";
import { TextField } from "../ui/text-field.tsx";

/** Names a new API key, and chooses what it may do and until when. */
export function KeyForm(props: {
  busy: boolean;
  onCreate: (wanted: NewApiKey, then: { onSuccess: () => void }) => void;
}) {
  const [name, setName] = useState("");
  const [lastDay, setLastDay] = useState("");
  const [scopes, setScopes] = useState<readonly KeyScope[]>(KEY_SCOPES);
  const create = () => {
    const expiresAt = lastDay === "" ? null : new Date(`${lastDay}T23:59:59.999`).getTime();
    const wanted = { name: name.trim(), expiresAt, scopes: [...scopes] };
    props.onCreate(wanted, { onSuccess: () => setName("") });
  };
  return (
    <Form
      isRow
      action="Create key"
      isBusy={props.busy}
      isComplete={name.trim() !== "" && scopes.length > 0}
      onSubmit={create}
    >
      <TextField
        label="Key name"
        required
        maxLength={KEY_NAME_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
        placeholder="Weekly report"
        className="w-56"
      />
      <TextField
        label="Expires after (optional)"
        type="date"
        max="9999-12-31"
        value={lastDay}
        onChange={({ target }) => setLastDay(target.value)}
      />
      <Scopes chosen={scopes} onChange={setScopes} />
    </Form>
  );
}

function Scopes(props: {
  chosen: readonly KeyScope[];
  onChange: (scopes: readonly KeyScope[]) => void;
}) {
  const { chosen, onChange } = props;
  return (
    <fieldset>
      <legend className="mb-1 text-muted">Scopes</legend>
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1">
        {KEY_SCOPES.map((scope) => (
          <CheckField
            key={scope}
            label={SCOPE_LABELS[scope]}
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
