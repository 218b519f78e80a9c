"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { type ReactNode, type RefObject, useMemo, useRef } from "react";
import type { DocsCheck } from "../../lib/contract/api/docs-rules.ts";
import type { PageFeedback } from "../../lib/contract/api/feedback-counts.ts";
import { MAX_SEARCH_LENGTH } from "../../lib/contract/api/list-limits.ts";
import {
  loadPagesAddress,
  type PagesAddress,
  serializePagesAddress,
} from "../../lib/filters/pages-address.ts";
import { docsCheck } from "../../lib/queries/docs-check.ts";
import { documentationPages } from "../../lib/queries/documentation-pages.ts";
import { counted } from "../../lib/text/counted.ts";
import { usePermission } from "../app/session.tsx";
import { isComplete } from "../documentation/check-difference.ts";
import { DateFilter } from "../inbox/filters/date-filter.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { fieldClass } from "../ui/field.ts";
import { IntentLink } from "../ui/intent-link.tsx";
import { LoadError } from "../ui/load-error.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import { useSearchText } from "../ui/use-search-text.ts";
import { PagesTable } from "./pages-table.tsx";
import { ViewsUpload } from "./views-upload.tsx";

/** The documentation pages of a project. The URL holds what is shown. */
export function PagesView(props: {
  projectId: string;
  destination: string;
  /** Whether pages are files of a documentation repository. */
  hasRepository: boolean;
}) {
  const { projectId, destination, hasRepository } = props;
  const { address, change } = usePagesAddress(hasRepository);
  const query = useInfiniteQuery(documentationPages(projectId, address));
  const pages = query.data?.pages.flatMap((part) => part.pages);
  const first = query.data?.pages[0];
  const viewsAt = first?.viewsAt ?? null;
  const isFileless = address.file === "none" && !query.isPlaceholderData;
  const { check, withoutFile } = usePagesWithoutFile(props, pages, isFileless);
  const canUpload = usePermission("import");
  return (
    <>
      <Toolbar {...{ address, change, hasRepository }}>
        {/* Arrives later, and must not move the rest. */}
        {check && <WithoutFile {...{ projectId, check }} />}
        {first && amountOf(first)}
      </Toolbar>
      <LoadError
        error={query.error}
        outdated={pages ? "The list" : null}
        onRetry={() => void query.refetch()}
      />
      {canUpload && <ViewsUpload projectId={projectId} at={viewsAt} />}
      {query.isPending && !query.error && <p className="text-muted">Loading pages…</p>}
      {pages?.length === 0 && <NoPages {...{ projectId, address }} />}
      {pages?.[0] && (
        <PagesTable
          {...{ projectId, destination, address, pages, withoutFile }}
          isOutdated={query.isPlaceholderData}
          hasViews={viewsAt !== null}
          onSort={(sort) => change({ sort })}
        />
      )}
      <ShowMore list={query} what="pages" />
    </>
  );
}

/** @param isFileless whether only pages without a file are listed */
function usePagesWithoutFile(
  { projectId, hasRepository }: { projectId: string; hasRepository: boolean },
  pages: readonly PageFeedback[] | undefined,
  isFileless: boolean,
) {
  // Checked after the list has loaded, which doesn't wait for the repository.
  const isEnabled = hasRepository && pages !== undefined;
  const { data: check } = useQuery({ ...docsCheck(projectId), enabled: isEnabled });
  const listed = isFileless ? pages : check?.unmatched;
  const withoutFile = hasRepository ? new Set(listed?.map(({ page }) => page)) : null;
  return { check, withoutFile };
}

function amountOf({ total, unlisted }: { total: number; unlisted: number }): string {
  const listed = counted(total, "page");
  if (unlisted === 0) return listed;
  return `${listed} with the most feedback. ${unlisted.toLocaleString("en")} more aren't listed`;
}

type ChangeAddress = (changes: Partial<PagesAddress>, history?: "push" | "replace") => void;

/**
 * Returns the URL's state, and a function that changes it. Without a repository, there is no filter for pages
 * without a file.
 */
function usePagesAddress(hasRepository: boolean): { address: PagesAddress; change: ChangeAddress } {
  const params = useSearchParams();
  const address = useMemo(() => {
    const given = loadPagesAddress(params);
    return hasRepository ? given : { ...given, file: null };
  }, [params, hasRepository]);
  const change: ChangeAddress = (changes, history = "push") => {
    const url = `${location.pathname}${serializePagesAddress({ ...address, ...changes })}`;
    window.history[`${history}State`](null, "", url);
  };
  return { address, change };
}

const NO_FILTER = { date: null, dateFrom: null, dateTo: null, find: null, file: null };

function isFiltered(address: PagesAddress): boolean {
  return serializePagesAddress({ ...address, sort: "impact" }) !== "";
}

function NoPages({ projectId, address }: { projectId: string; address: PagesAddress }) {
  const others = { ...address, file: null };
  if (address.file === "none" && !isFiltered(others)) {
    return <EmptyState title="All pages have a file" />;
  }
  if (isFiltered(address)) return <EmptyState title="No matching pages" />;
  return (
    <EmptyState title="No feedback yet">
      The pages that your readers write about will be here.
      <IntentLink href={`/${projectId}/start`} className="link mt-3 text-accent">
        Set up Errata
      </IntentLink>
    </EmptyState>
  );
}

/** Controls for what is listed and in which order. Children are the totals. */
function Toolbar(props: {
  address: PagesAddress;
  change: ChangeAddress;
  hasRepository: boolean;
  children: ReactNode;
}) {
  const { address, change } = props;
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h1 className="mr-2 page-title">Pages</h1>
      <FindField field={field} find={address.find} onFind={(find) => change({ find }, "replace")} />
      <DateFilter dates={address} onChange={(dates) => change(dates)} />
      {props.hasRepository && (
        <Button
          aria-pressed={address.file === "none"}
          title="Shows pages whose address doesn't match a file in the documentation repository"
          onClick={() => change({ file: address.file === null ? "none" : null })}
          className={PRESSED}
        >
          No file
        </Button>
      )}
      <Button
        aria-pressed={address.sort === "impact"}
        title="Ranks pages by how many readers they fail: views (or votes and reports if views are unknown) times the share of problems. Pages with few votes count less."
        onClick={() => change({ sort: "impact" })}
        className={PRESSED}
      >
        Sort: Most problems
      </Button>
      {isFiltered(address) && (
        <Button
          variant="quiet"
          onClick={() => {
            change(NO_FILTER);
            // The button goes away.
            field.current?.focus();
          }}
        >
          Clear filters
        </Button>
      )}
      <p role="status" className="grow text-right text-muted tabular-nums">
        {props.children}
      </p>
    </div>
  );
}

const PRESSED = "aria-pressed:border-accent aria-pressed:bg-accent-soft";

/** How many pages of the project have no file, and where to see them. There is room for it on wide screens. */
function WithoutFile({ projectId, check }: { projectId: string; check: DocsCheck }) {
  const count = check.total - check.matched;
  if (count === 0) return null;
  return (
    <span className="max-xl:sr-only">
      <IntentLink href={`/settings#documentation-${projectId}`} className="link">
        {count.toLocaleString("en")} without a file
        {!isComplete(check) && ` (${check.unmatched.length} marked)`}
      </IntentLink>
      {" · "}
    </span>
  );
}

/** Finds pages as you type. The field follows the URL when it changes elsewhere. */
function FindField(props: {
  field: RefObject<HTMLInputElement | null>;
  find: string | null;
  onFind: (find: string | null) => void;
}) {
  const { typed, type, stop } = useSearchText(props.find, props.onFind);
  return (
    <search>
      <input
        ref={props.field}
        type="search"
        aria-label="Search pages"
        placeholder="Search pages"
        maxLength={MAX_SEARCH_LENGTH}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onBlur={stop}
        className={`${fieldClass} w-56 max-w-full`}
      />
    </search>
  );
}
