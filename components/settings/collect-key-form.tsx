"use client";

import { useState } from "react";
import type { NewCollectKey } from "../../lib/contract/api/collect.ts";
import { KEY_NAME_LENGTH } from "../../lib/contract/api/limits.ts";
import { Form } from "../ui/form.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { TextField } from "../ui/text-field.tsx";

const EMPTY = { name: "", origins: "", paths: "" };

/** Names a new public key and the sites that may use it. */
export function CollectKeyForm(props: {
  busy: boolean;
  onCreate: (wanted: NewCollectKey, then: { onSuccess: () => void }) => void;
}) {
  const [typed, setTyped] = useState(EMPTY);
  const field = (name: keyof typeof EMPTY, placeholder: string) => ({
    value: typed[name],
    placeholder,
    onChange: (event: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: event.target.value }),
  });
  return (
    <Form
      action="Create public key"
      isBusy={props.busy}
      isComplete={typed.name.trim() !== "" && typed.origins.trim() !== ""}
      onSubmit={() => props.onCreate(wantedOf(typed), { onSuccess: () => setTyped(EMPTY) })}
    >
      <TextField
        label="Site name"
        required
        maxLength={KEY_NAME_LENGTH}
        className="max-w-56"
        {...field("name", "Documentation site")}
      />
      <TextField
        label="Sites that can use this key"
        required
        {...field("origins", "https://docs.example.com, https://*.preview.example.com")}
      />
      <details>
        <summary className="w-fit text-muted hover:text-ink">
          Shorten or rewrite page URLs (optional)
        </summary>
        <TextArea
          label="One rule per line: the URL, then the path that replaces it. Leave out the path to remove the URL prefix."
          rows={2}
          {...field("paths", "https://docs.example.com/v2/* -> /*")}
        />
      </details>
    </Form>
  );
}

function wantedOf(typed: typeof EMPTY): NewCollectKey {
  return {
    name: typed.name.trim(),
    origins: typed.origins.split(/[\s,]+/).filter((origin) => origin !== ""),
    paths: typed.paths.split("\n").filter((rule) => rule.trim() !== ""),
  };
}
