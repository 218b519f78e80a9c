"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { checkHealth } from "../../lib/queries/health.ts";
import { reloadPage } from "../app/reload-page.ts";
import { useConnection } from "../app/use-connection.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/**
 * Says that a part of the page couldn't be loaded, and offers to try again. Tries again by itself once
 * the connection is back.
 */
export function PartFailure(props: {
  name: string;
  /** Message without a connection, if that isn't an error. */
  offline: string | undefined;
  /** Floats above the page instead of in the part's place. */
  isFloating: boolean;
  className: string | undefined;
  onRetry: () => void;
  onClose: (() => void) | undefined;
}) {
  const { name, isFloating, onClose } = props;
  const isOnline = useConnection() === "online";
  const said = isOnline ? undefined : props.offline;
  const wasOffline = useRef(false);
  const retry = useEffectEvent(props.onRetry);
  useEffect(() => void checkHealth(), []);
  useEffect(() => {
    if (isOnline && wasOffline.current) retry();
    wasOffline.current = !isOnline;
  }, [isOnline]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it, as it does the part.
    <div
      data-testid="part-failure"
      className={isFloating ? "floating-failure" : props.className}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !onClose) return;
        event.preventDefault();
        onClose();
      }}
    >
      <Notice tone={said ? "info" : "bad"} role="alert">
        <p>
          {said ??
            `Couldn't load ${name}. ${isOnline ? "Try again or reload the page." : "Errata will retry when you're back online."}`}
        </p>
        <p className="mt-2 flex flex-wrap gap-2">
          {!said && (
            <Button autoFocus={isFloating} onClick={props.onRetry}>
              Try again
            </Button>
          )}
          {isOnline && <Button onClick={reloadPage}>Reload page</Button>}
          {onClose && (
            <Button variant="quiet" onClick={onClose}>
              Close
            </Button>
          )}
        </p>
      </Notice>
    </div>
  );
}
