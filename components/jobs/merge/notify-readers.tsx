"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import type { ReaderToNotify } from "../../../lib/contract/api/reader-messages.ts";
import { openMessage, readersToNotify } from "../../../lib/queries/job-actions.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { resolvedUrl } from "../../../lib/text/reader-mail.ts";
import { shorten } from "../../../lib/text/shorten.ts";
import { Time } from "../../app/time.tsx";
import { useActor } from "../../app/use-actor.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { openMail } from "../../ui/open-mail.ts";
import { PathText } from "../../ui/path-text.tsx";

/** Prepares a message to each reader who left an address with what the merged job resolved. */
export function NotifyReaders({ job }: { job: JobDetail }) {
  const { projectId, id } = job;
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch } = useQuery(readersToNotify(projectId, id));
  const readers = data?.readers ?? [];
  if (!data) return <LoadError error={error} outdated={null} onRetry={() => void refetch()} />;
  if (readers.length === 0) return null;
  const left = readers.filter(({ opened }) => opened === null).length;
  return (
    <section aria-label="Readers" data-testid="notify-readers" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Notify the {count(readers.length)} who left an email address
        </Button>
        <span className="text-muted">
          {left === 0
            ? "All messages opened in email"
            : left < readers.length && `${left.toLocaleString("en")} left`}
        </span>
      </div>
      {isOpen && (
        <>
          <p className="text-muted">
            Errata doesn't send email. Each message opens in your email app, where you can edit and
            send it. Teammates see which messages have already been opened here.
          </p>
          <ul className="divide-y divide-line rounded-md border border-line">
            {readers.map((reader) => (
              <Reader key={reader.feedbackId} job={job} reader={reader} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Reader({ job, reader }: { job: JobDetail; reader: ReaderToNotify }) {
  const { projectId, id } = job;
  const { feedbackId, contact, items, opened } = reader;
  const client = useQueryClient();
  const actor = useActor();
  const { queryKey } = readersToNotify(projectId, id);
  const open = useMutation({
    mutationFn: () => openMessage(projectId, id, { feedbackId, again: opened !== null }),
    onSuccess: ({ contact: address, readers }) => {
      client.setQueryData(queryKey, { readers });
      openMail(resolvedUrl(address, items));
    },
    // A teammate may have opened it.
    onError: () => client.invalidateQueries({ queryKey }),
  });
  const address = open.data?.contact;
  return (
    <li className="flex flex-col gap-1 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {address ? (
          <a href={resolvedUrl(address, items)} className="link untrusted text-accent">
            {displayable(address)}
          </a>
        ) : (
          <span className="untrusted">{displayable(contact)}</span>
        )}
        <Button
          disabled={open.isPending}
          onClick={() => open.mutate()}
          aria-label={`${opened ? "Open again" : "Open message"}: ${displayable(contact)}`}
        >
          {opened ? "Open again" : "Open message"}
        </Button>
        {opened && (
          <span className="text-muted">
            Opened by <span className="untrusted">{actor(opened.by)}</span>, <Time at={opened.at} />
          </span>
        )}
      </div>
      {items.map((item) => (
        <p key={item.id} className="untrusted text-muted">
          <PathText path={item.page} />
          {item.comment && (
            <>
              : “<bdi>{displayable(shorten(item.comment, 140))}</bdi>”
            </>
          )}
        </p>
      ))}
      <ErrorNotice error={open.error} />
    </li>
  );
}

function count(readers: number): string {
  return readers === 1 ? "reader" : `${readers.toLocaleString("en")} readers`;
}
