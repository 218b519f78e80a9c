import "server-only";
import { assertPermission } from "../auth/role.ts";
import type { Clock } from "../clock.ts";
import type { Person } from "../contract/api/people.ts";
import { may } from "../contract/api/permissions.ts";
import type { NewView, ViewArrangement, ViewChange, ViewList } from "../contract/api/views.ts";
import { Forbidden, InvalidRequest, NotFound } from "../errors.ts";
import {
  loadFilters,
  parseFilters,
  type ResolvedFilters,
  resolveFilters,
  serializeFilters,
} from "../filters/feedback-filters.ts";
import type { PersonViews, StoredView, ViewStore } from "../store/views.ts";
import { maskAddresses, maskAnswer } from "../text/email-addresses.ts";

/**
 * Saved views for one person. Each change returns the person's views after it. People who may not see
 * readers' addresses get them masked in the team's views.
 */
export interface ViewServices {
  /** The views without counts, for finding one. */
  stored(projectId: string, by: Person): Promise<PersonViews>;
  /** Returns one view without its count. @throws {NotFound} @throws {Forbidden} if it is someone else's */
  find(projectId: string, id: string, by: Person): Promise<StoredView>;
  list(projectId: string, by: Person): Promise<ViewList>;
  /** @throws {InvalidRequest} for invalid filters or too many views @throws {Conflict} if another view has its ID */
  create(projectId: string, view: NewView, by: Person): Promise<ViewList>;
  /** @throws {NotFound} {InvalidRequest} {Forbidden} if it is or becomes the team's and the person can't triage */
  change(projectId: string, id: string, change: ViewChange, by: Person): Promise<ViewList>;
  /** @throws {NotFound} {Forbidden} if it is the team's and the person can't triage */
  delete(projectId: string, id: string, by: Person): Promise<ViewList>;
  arrange(projectId: string, arrangement: ViewArrangement, by: Person): Promise<ViewList>;
}

type Count = (projectId: string, filters: ResolvedFilters) => Promise<number | null>;

/** @param count counts matching items; null if that takes long */
export function viewServices(views: ViewStore, count: Count, clock: Clock): ViewServices {
  const stored: ViewServices["stored"] = async (projectId, by) => {
    const { views: all, defaultId } = await views.list(projectId, by.id);
    return { views: may(by.role, "contacts") ? all : all.map(masked), defaultId };
  };
  const list: ViewServices["list"] = async (projectId, by) => {
    const { views: all, defaultId } = await stored(projectId, by);
    const isMasked = !may(by.role, "contacts");
    const counted = all.map(async (view) => {
      const resolved = resolveFilters(loadFilters(view.query), by.id, clock.now());
      const matching = isMasked ? { ...resolved, masked: true as const } : resolved;
      return { ...view, count: await count(projectId, matching) };
    });
    return { views: await Promise.all(counted), defaultId };
  };
  const requireTeam = (by: Person) => (view: { isTeam: boolean }) => {
    if (view.isTeam) assertPermission(by, "triage");
  };
  return {
    list,
    stored,
    find: async (projectId, id, by) => {
      const view = (await stored(projectId, by)).views.find((each) => each.id === id);
      if (view) return view;
      if (await views.isOfSomeoneElse(projectId, id, by.id)) {
        throw new Forbidden("This view is private. Ask its owner to share it with the team.");
      }
      throw new NotFound("This view doesn't exist or was deleted.");
    },
    create: async (projectId, view, by) => {
      await views.create(projectId, by.id, { ...view, query: canonical(view.query) });
      return list(projectId, by);
    },
    change: async (projectId, id, change, by) => {
      const { query } = change;
      const changed = query === undefined ? change : { ...change, query: canonical(query) };
      await views.change({ projectId, id, personId: by.id }, changed, requireTeam(by));
      return list(projectId, by);
    },
    delete: async (projectId, id, by) => {
      await views.delete({ projectId, id, personId: by.id }, requireTeam(by));
      return list(projectId, by);
    },
    arrange: async (projectId, arrangement, by) => {
      await views.arrange(projectId, by.id, arrangement);
      return list(projectId, by);
    },
  };
}

/** Masks addresses in a team view. Its filters then match what remains readable. */
function masked(view: StoredView): StoredView {
  // The person wrote the others.
  if (!view.isTeam) return view;
  const filters = maskAnswer(loadFilters(view.query));
  return { ...view, name: maskAddresses(view.name), query: serializeFilters(filters).slice(1) };
}

/** Returns a view's query in its canonical form. @throws {InvalidRequest} with what is wrong with it */
function canonical(query: string): string {
  const { filters, problems } = parseFilters(new URLSearchParams(query));
  if (problems.length > 0) throw new InvalidRequest(`query: ${problems.join("; ")}`);
  return serializeFilters(filters).slice(1);
}
