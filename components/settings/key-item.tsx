import { KEY_SCOPES, SCOPE_LABELS } from "../../lib/contract/api/key-scopes.ts";
import type { ApiKey } from "../../lib/contract/api/keys.ts";
import { Time, useNow } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";

/** An API key with its limits and history. */
export function KeyItem(props: { apiKey: ApiKey; onRevoke: () => void }) {
  const { apiKey: key } = props;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
      <span className="untrusted min-w-0 flex-1 basis-40 font-medium">{key.name}</span>
      <code className="font-mono text-muted text-xs">{key.hint}</code>
      {key.scopes.length < KEY_SCOPES.length && (
        <span className="text-muted">
          {key.scopes.map((scope) => SCOPE_LABELS[scope]).join(", ")} only
        </span>
      )}
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
      {key.expiresAt !== null && key.revokedAt === null && <Expiry at={key.expiresAt} />}
      {key.revokedAt === null ? (
        <Button variant="danger" onClick={props.onRevoke}>
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

function Expiry({ at }: { at: number }) {
  const isOver = at <= useNow();
  return (
    <span className={isOver ? "text-bad" : "text-muted"}>
      {isOver ? "Expired" : "Expires"} <Time at={at} />
    </span>
  );
}
