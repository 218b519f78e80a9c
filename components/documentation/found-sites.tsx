import { DOCS_GENERATOR_NAMES } from "../../lib/contract/api/docs-generators.ts";
import type { FoundSite } from "../../lib/contract/api/docs-rules.ts";
import { counted } from "../../lib/text/counted.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { PathText } from "../ui/path-text.tsx";

/** The documentation sites that were found in the repository, and what each was recognized by. */
export function FoundSites({ sites }: { sites: readonly FoundSite[] }) {
  if (sites.length === 0) {
    return (
      <p>
        No documentation was found in the repository. Below, enter the folders that contain your
        pages.
      </p>
    );
  }
  return (
    <ul data-testid="found-sites" className="divide-y divide-line rounded-md border border-line">
      {sites.map((site) => (
        <li key={`${site.generator}:${site.folder}`} className="flex min-w-0 flex-col px-3 py-2">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{DOCS_GENERATOR_NAMES[site.generator]}</span>
            <span className="text-muted tabular-nums">{counted(site.pages, "page")}</span>
          </p>
          <dl className="flex flex-wrap gap-x-4">
            <Fact name="Folder" path={site.folder === "" ? "/" : site.folder} />
            <Fact name="Base path" path={site.basePath === "" ? "/" : site.basePath} />
            {site.languages.length > 0 && (
              <Fact name="Languages" path={site.languages.join(", ")} />
            )}
            {site.recognizedBy !== null && <Fact name="Recognized by" path={site.recognizedBy} />}
          </dl>
          {site.hasUnreadRedirects && site.recognizedBy !== null && (
            <p className="text-muted">
              Redirects in{" "}
              <code className="untrusted font-mono text-xs">
                <PathText path={site.recognizedBy} />
              </code>{" "}
              are made by code and aren't read.
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Fact({ name, path }: { name: string; path: string }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd title={displayable(path)} className="untrusted min-w-0 font-mono text-xs leading-5">
        <PathText path={path} />
      </dd>
    </div>
  );
}
