"use client";

import { type FormEvent, useState } from "react";
import type { NewCollectKey } from "../../lib/contract/api/collect.ts";
import { KEY_NAME_LENGTH } from "../../lib/contract/api/limits.ts";
import { Button } from "../ui/button.tsx";
import { fieldClass } from "../ui/field.ts";

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = {
      name: typed.name.trim(),
      origins: typed.origins.split(/[\s,]+/).filter((origin) => origin !== ""),
      paths: typed.paths.split("\n").filter((rule) => rule.trim() !== ""),
    };
    props.onCreate(wanted, { onSuccess: () => setTyped(EMPTY) });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <label className="flex flex-col gap-1">
          <span className="text-muted">Site name</span>
          <input
            required
            maxLength={KEY_NAME_LENGTH}
            className={`${fieldClass} w-56`}
            {...field("name", "Documentation site")}
          />
        </label>
        <label className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
          <span className="text-muted">Sites that can use this key</span>
          <input
            required
            className={`${fieldClass} w-full`}
            {...field("origins", "https://docs.example.com, https://*.preview.example.com")}
          />
        </label>
      </div>
      <details>
        <summary className="w-fit text-muted hover:text-ink">
          Shorten or rewrite page URLs (optional)
        </summary>
        <label className="mt-1 flex flex-col gap-1">
          <span className="text-muted">
            One rule per line: the URL, then the path that replaces it. Leave out the path to remove
            the URL prefix.
          </span>
          <textarea
            rows={2}
            className="w-full rounded-md border border-line-strong bg-surface p-2 font-mono text-xs leading-5"
            {...field("paths", "https://docs.example.com/v2/* -> /*")}
          />
        </label>
      </details>
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        disabled={props.busy || typed.name.trim() === "" || typed.origins.trim() === ""}
      >
        Create public key
      </Button>
    </form>
  );
}
