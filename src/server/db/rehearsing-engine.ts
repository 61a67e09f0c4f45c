import { acting } from "#server/platform/acting.ts";
import { AppError } from "#server/platform/errors.ts";
import { commentsOf, type CommentRecord } from "#server/db/comments/comments.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { all, exists, firstId, sql, verbatim, type Work } from "#server/db/engine/sql.ts";
import { jsonFromStored } from "#server/db/engine/stored-text.ts";
import { LEAD_JSON } from "#server/db/leads/lead-json.ts";
import { type RuleRecord, RULES } from "#server/db/rules/rules.ts";
import { recordTable } from "#server/db/engine/record-table.ts";

/** What an action would have done: its history entries, and afterward its leads, their comments, and all rules. */
export interface Rehearsal {
  actions: { title: string; description: string }[];
  /** The leads the action names and the account then sees; null for one it removes. */
  leads: { id: string; after: unknown }[];
  comments: CommentRecord[];
  rules: RuleRecord[];
}

/** Ends a dry run where it would have been committed, so that nothing after it runs either. */
class Rehearsed extends AppError {
  constructor(rehearsal: Rehearsal) {
    super("rehearsed", 409, "Nothing was changed: this was a dry run.", { members: { ...rehearsal } });
  }
}

/** Carries the result of work without an action out of its transaction. */
class RolledBack extends AppError {
  readonly done: unknown;
  constructor(done: unknown) {
    super("rolled_back", 409, "Nothing was changed.");
    this.done = done;
  }
}

/**
 * Rolls back everything done in a dry run (`acting().rehearses`). The first action, which is what writes to the
 * history, ends it with the problem `rehearsed`: what the action would have done, read before it was rolled back.
 */
export function rehearsingEngine(engine: Engine): Engine {
  const rehearse = async <T>(work: () => Work<T>): Promise<T> => {
    try {
      return await engine.transact(function* (): Work<T> {
        const last = (yield* firstId(sql`select id from journal order by id desc limit 1`)) ?? "0";
        const done = yield* work();
        const entries = yield* entriesSince(last, acting().by);
        throw entries.length === 0 ? new RolledBack(done) : new Rehearsed(yield* rehearsalOf(engine, entries));
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.done as T;
      throw error;
    }
  };
  const rehearses = (): boolean => acting().rehearses === true;
  return {
    ...engine,
    run: (work, options) => (rehearses() ? rehearse(work) : engine.run(work, options)),
    transact: (work, options) => (rehearses() ? rehearse(work) : engine.transact(work, options)),
  };
}

interface Entry {
  title: string;
  description: string;
  lead_id: string | number | null;
}

function entriesSince(last: string, by: string): Work<Entry[]> {
  // PostgreSQL also shows what others committed in the meantime.
  return all(sql<Entry>`
    select title, description, lead_id from journal
    where id > ${last} and actor in (${by}, 'Rules') order by id`);
}

function* rehearsalOf(engine: Engine, entries: readonly Entry[]): Work<Rehearsal> {
  const ids = entries.flatMap(({ lead_id }) => (lead_id === null ? [] : [String(lead_id)]));
  const leads: Rehearsal["leads"] = [];
  const comments: CommentRecord[] = [];
  for (const id of new Set(ids)) {
    if (yield* isHidden(id)) continue;
    const found = sql`select ${LEAD_JSON[engine.name].full} from leads l where l.id = ${id}`;
    const [row] = yield* verbatim<[string]>(found);
    comments.push(...(yield* commentsOf(id)));
    leads.push({ id, after: row === undefined ? null : (JSON.parse(jsonFromStored(row[0])) as unknown) });
  }
  return {
    actions: entries.map(({ title, description }) => ({ title, description })),
    leads,
    comments,
    rules: yield* recordTable(RULES).list(),
  };
}

/** People may undo what they did to a lead that they no longer see. */
function* isHidden(leadId: string): Work<boolean> {
  const { sight } = acting();
  if (sight === undefined) return false;
  return yield* exists(sql`select 1 from leads where id = ${leadId} and owner_key not in ('', ${sight.ownerKey})`);
}
