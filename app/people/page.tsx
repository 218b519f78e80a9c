import { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PageBody } from "../../components/app/page-body.tsx";
import { Preloaded } from "../../components/app/preloaded.tsx";
import { AuditLog } from "../../components/people/audit-log.tsx";
import { PeoplePanel } from "../../components/people/people-panel.tsx";
import { people } from "../../lib/queries/people.ts";
import { preloadedQueries } from "../../lib/queries/preloaded.ts";
import { AccountLayout } from "../_server/account-layout.tsx";
import { requirePermission } from "../_server/page-access.ts";

export const metadata: Metadata = { title: "People" };

export default async function PeoplePage() {
  const services = await requirePermission("people");
  const client = new QueryClient();
  const { hasSignIn } = services;
  if (hasSignIn) client.setQueryData(people.queryKey, await services.people.people());
  return (
    <AccountLayout services={services}>
      <Preloaded queries={preloadedQueries(client)}>
        <PageBody>
          <h1 className="page-title">People</h1>
          {hasSignIn ? <PeoplePanel /> : <LocalNotice />}
          <AuditLog />
        </PageBody>
      </Preloaded>
    </AccountLayout>
  );
}

function LocalNotice() {
  return (
    <p className="text-muted">
      Errata is only reachable from this computer, and you're the admin. To invite your team, set{" "}
      <code className="font-mono">PUBLIC_URL</code> and{" "}
      <code className="font-mono">AUTH_SECRET</code> and restart Errata. The README explains how.
    </p>
  );
}
