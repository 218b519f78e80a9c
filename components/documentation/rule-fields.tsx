"use client";

import { type ReactNode, useId } from "react";
import { DOCS_GENERATOR_NAMES, DOCS_GENERATORS } from "../../lib/contract/api/docs-generators.ts";
import type { FoundSite } from "../../lib/contract/api/docs-rules.ts";
import { DOCS_RULES, SITE_ADDRESS_LENGTH } from "../../lib/contract/api/limits.ts";
import { fieldClass } from "../ui/field.ts";
import { AddressRules } from "./address-rules.tsx";
import type { RulesDraft } from "./rules-draft.ts";

/** Maximum length of the languages field: `DOCS_RULES.languages` codes with separators. */
const LANGUAGES_LENGTH = DOCS_RULES.languages * 18;

interface Fields {
  draft: RulesDraft;
  onChange: (changed: Partial<RulesDraft>) => void;
}

/** The sites that were found in the repository; null while unknown. */
type Sites = readonly FoundSite[] | null;

/** Where the site is published. */
export function SiteAddressField({ draft, onChange }: Fields) {
  const id = useId();
  return (
    <Field
      id={id}
      name="Site URL"
      hint="Where readers find your documentation. Items link to their pages there."
    >
      <input
        id={id}
        type="url"
        pattern="https?://.+"
        title="A URL that begins with https:// or http://"
        aria-describedby={`${id}-hint`}
        placeholder="https://docs.example.com"
        maxLength={SITE_ADDRESS_LENGTH}
        value={draft.siteAddress}
        onChange={({ target }) => onChange({ siteAddress: target.value })}
        className={`${fieldClass} w-full sm:max-w-96`}
      />
    </Field>
  );
}

/** Chooses the part of an address that names a page. */
export function PageInField({ draft, onChange, sites }: Fields & { sites: Sites }) {
  const id = useId();
  const isDocsify = sites?.some(({ generator }) => generator === "docsify") ?? false;
  const option = (pageIn: RulesDraft["pageIn"], name: string, example: string) => (
    <label className="flex min-h-6 cursor-pointer items-center gap-2">
      <input
        type="radio"
        name={id}
        checked={draft.pageIn === pageIn}
        onChange={() => onChange({ pageIn })}
        className="size-4 shrink-0"
      />
      <span>
        {name} <code className="font-mono text-muted text-xs">{example}</code>
      </span>
    </label>
  );
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 font-medium">What identifies a page</legend>
      {option("path", "The path", "/guide")}
      {option("fragment", "The path and the fragment", "/#/guide")}
      {option("parameter", "A query parameter", "/view?page=guide")}
      {isDocsify && draft.pageIn === "path" && (
        <p className="text-muted">
          docsify usually puts pages in the fragment. Named by the path, they are one page.
        </p>
      )}
      {draft.pageIn === "parameter" && (
        <label className="flex flex-wrap items-center gap-2 pl-6">
          <span className="text-muted">Name of the parameter</span>
          <input
            placeholder="page"
            maxLength={60}
            value={draft.parameter}
            onChange={({ target }) => onChange({ parameter: target.value })}
            className={`${fieldClass} w-40 font-mono`}
          />
        </label>
      )}
    </fieldset>
  );
}

/** Fields for how addresses lead to files of the repository. Empty ones are detected. */
export function RepositoryFields(props: Fields & { sites: Sites }) {
  const { draft, onChange } = props;
  return (
    <>
      <FoldersField {...props} />
      <GeneratorField {...props} />
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1 font-medium">Address rules</legend>
        <p className="text-muted">
          For addresses that the generator's own rules don't cover, such as{" "}
          <code className="font-mono text-xs">/docs/* → content/*</code>. The first rule that
          matches is used.
        </p>
        <AddressRules
          rules={draft.addressRules}
          onChange={(addressRules) => onChange({ addressRules })}
        />
      </fieldset>
      <LanguagesField {...props} />
    </>
  );
}

function FoldersField({ draft, onChange, sites }: Fields & { sites: Sites }) {
  const id = useId();
  return (
    <Field
      id={id}
      name="Folders"
      hint="Folders in the repository that contain pages, one per line. Leave this empty to use the ones that were found."
    >
      <textarea
        id={id}
        aria-describedby={`${id}-hint`}
        rows={2}
        placeholder={sites?.map(({ folder }) => folder || "/").join("\n")}
        value={draft.folders}
        maxLength={DOCS_RULES.folders * DOCS_RULES.path}
        onChange={({ target }) => onChange({ folders: target.value })}
        className={`${fieldClass} h-auto w-full py-1 font-mono sm:max-w-96`}
      />
    </Field>
  );
}

function GeneratorField({ draft, onChange }: Fields) {
  const id = useId();
  return (
    <Field id={id} name="Generator" hint="What builds your site from these files.">
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        value={draft.generator}
        onChange={({ target }) =>
          onChange({ generator: DOCS_GENERATORS.find((one) => one === target.value) ?? "" })
        }
        className={`${fieldClass} max-w-full self-start`}
      >
        <option value="">Found in the repository</option>
        {DOCS_GENERATORS.map((one) => (
          <option key={one} value={one}>
            {DOCS_GENERATOR_NAMES[one]}
          </option>
        ))}
      </select>
    </Field>
  );
}

function LanguagesField({ draft, onChange, sites }: Fields & { sites: Sites }) {
  const id = useId();
  const found = [...new Set(sites?.flatMap(({ languages }) => languages))];
  const hint = "Language codes that addresses can begin with.";
  return (
    <Field
      id={id}
      name="Languages"
      hint={found.length > 0 ? `${hint} Found: ${found.join(", ")}.` : hint}
    >
      <input
        id={id}
        aria-describedby={`${id}-hint`}
        placeholder="en, de, pt-BR"
        maxLength={LANGUAGES_LENGTH}
        value={draft.languages}
        onChange={({ target }) => onChange({ languages: target.value })}
        className={`${fieldClass} w-full sm:max-w-96`}
      />
    </Field>
  );
}

function Field(props: { id: string; name: string; hint: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={props.id} className="font-medium">
        {props.name}
      </label>
      <p id={`${props.id}-hint`} className="text-muted">
        {props.hint}
      </p>
      {props.children}
    </div>
  );
}
