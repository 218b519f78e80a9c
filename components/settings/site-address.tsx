"use client";

import { type FormEvent, useId, useState } from "react";
import { SITE_ADDRESS_LENGTH } from "../../lib/contract/api/limits.ts";
import { useSavedText } from "../draft/use-saved-text.ts";
import { Button } from "../ui/button.tsx";
import { fieldClass } from "../ui/field.ts";
import { SettingsFields } from "./settings-fields.tsx";
import { useSaveSettings } from "./use-save-settings.ts";

/** Where a project's documentation is published, so that items link to their pages. */
export function SiteAddress({ projectId }: { projectId: string }) {
  const id = useId();
  const { settings, error, save } = useSaveSettings(projectId);
  const [typed, setTyped] = useSavedText(`site-address:${projectId}`);
  const [saved, setSaved] = useState(false);
  const siteAddress = settings?.siteAddress ?? "";
  const text = typed ?? siteAddress;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The error is shown above the form, and the text is kept.
    await save
      .mutateAsync(() => ({ siteAddress: text.trim() }))
      .then(
        () => {
          setTyped(null);
          setSaved(true);
        },
        () => setSaved(false),
      );
  };
  return (
    <SettingsFields
      legend="Documentation site"
      isLoaded={settings !== undefined}
      error={error}
      save={save}
    >
      <form onSubmit={submit} className="flex flex-col gap-1">
        <label htmlFor={id} className="font-medium">
          Site URL
        </label>
        <p id={`${id}-hint`} className="text-muted">
          Where readers find your documentation. Items link to their pages there.
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <input
            id={id}
            type="url"
            pattern="https?://.+"
            title="A URL that begins with https:// or http://"
            aria-describedby={`${id}-hint`}
            placeholder="https://docs.example.com"
            maxLength={SITE_ADDRESS_LENGTH}
            value={text}
            onChange={(event) => {
              setTyped(event.target.value);
              setSaved(false);
            }}
            className={`${fieldClass} min-w-0 flex-1 basis-64 sm:max-w-96`}
          />
          <Button type="submit" disabled={text.trim() === siteAddress}>
            Save URL
          </Button>
          <span role="status">{saved && "Saved"}</span>
        </div>
      </form>
    </SettingsFields>
  );
}
