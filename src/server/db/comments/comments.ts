import { leadTitle } from "#shared/lead-title.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
import { AppError, conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { recordTable } from "#server/db/engine/record-table.ts";
import { all, isRowId, sql, type Work } from "#server/db/engine/sql.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import { writeJournal } from "#server/db/journal/journal-rows.ts";
import { mergedIds } from "#server/db/lead-changes/merged-records.ts";
import { lockedLead } from "#server/db/leads/lead-rows.ts";
import { recordsTable, stored, type RecordOf, type Undoer } from "#server/db/engine/table.ts";
import { inTheWay, type UndoKind } from "#server/db/journal/undo-kind.ts";

/** Someone mentioned in a comment, and since when. */
export interface StoredMention {
  accountId: string;
  at: string;
}

export const LEAD_COMMENTS = recordsTable({
  name: "lead_comments",
  fields: {
    leadId: stored.id(),
    /** The author's account; null for a comment written while there were none. */
    accountId: stored.id<string | null>(),
    /** The author's username. */
    author: stored.plain<string>(),
    text: stored.plain<string>(),
    mentions: stored.json<StoredMention[]>(),
    createdAt: stored.plain<string>(),
    editedAt: stored.plain<string | null>(),
  },
  backup: "all",
  people: {
    kind: "Comments",
    key: ["id"],
    leads: ["lead_id"],
    texts: ["text"],
    hidden: ["account_id", "mentions"],
    ofPerson: "delete",
    mentioning: "redact",
  },
});

export type CommentRecord = RecordOf<typeof LEAD_COMMENTS>;

/** Undo data of an action on a comment. */
export interface StoredComment {
  before: CommentRecord | null;
  after: CommentRecord | null;
}

/** A comment with its lead as it is now. */
export interface CommentOfLead extends CommentRecord {
  lead: Pick<StoredLead, "id" | "name" | "company" | "email" | "ownerId">;
}

type MentioningRow = Record<"name" | "company" | "email", string> &
  Record<"of" | "id", string | number> & { owner_id: string | number | null };

/** The history entry of an action; its title follows from the lead. */
export type CommentEntry = Pick<NewJournalEntry, "by" | "at"> & { what: string };

/** Comments on leads. A lead also has those of leads merged into it. */
export function commentStore(engine: Engine) {
  const comments = recordTable(LEAD_COMMENTS);

  return {
    /** Oldest first. */
    ofLead: (leadId: string) => engine.run(() => commentsOf(leadId)),

    /** Null if there is no such lead. Rejects with too_many_comments. */
    add: (comment: Omit<CommentRecord, "id">, entry: CommentEntry) =>
      engine.transact(function* () {
        const lead = isRowId(comment.leadId) ? yield* lockedLead(engine, comment.leadId) : null;
        if (lead === null) return null;
        const { perLead } = LIMITS.comment;
        if ((yield* commentsOf(lead.id)).length >= perLead) {
          throw conflict("too_many_comments", `A lead can have up to ${perLead} comments. Delete some first.`);
        }
        const after = yield* comments.create(comment);
        return { done: after, actId: yield* journaled(lead, entry, { before: null, after }) };
      }),

    /**
     * Replaces a comment with what `change` returns; null removes it, and the same comment changes nothing. `change` may
     * throw to refuse. Null if the lead has no such comment.
     */
    change: (
      leadId: string,
      id: string,
      change: (comment: CommentRecord) => CommentRecord | null,
      entry: CommentEntry,
    ) =>
      engine.transact(function* () {
        const lead = isRowId(leadId) ? yield* lockedLead(engine, leadId) : null;
        const before = lead === null ? undefined : (yield* commentsOf(lead.id)).find((one) => one.id === id);
        if (lead === null || before === undefined) return null;
        const after = change(before);
        if (after === before) return { done: before, actId: null };
        if (after === null) yield* comments.remove(id);
        else yield* comments.update(id, after);
        return { done: after ?? before, actId: yield* journaled(lead, entry, { before, after }) };
      }),

    /** Comments on existing leads that have mentioned this account, or anyone if null, since then, latest first. */
    mentioning: (accountId: string | null, since: string, limit: number) =>
      engine.run(function* () {
        const isMentioned =
          accountId === null ? sql`` : sql`and mentions like ${`%"accountId":${JSON.stringify(accountId)}%`}`;
        const found = yield* comments.find(
          sql`where mentions <> '[]' and coalesce(edited_at, created_at) > ${since} ${isMentioned}
            order by coalesce(edited_at, created_at) desc, id desc limit ${limit}`,
        );
        return yield* withLeads(engine, found);
      }),

    /** Of all leads, latest first. */
    latest: (limit: number) =>
      engine.run(function* () {
        return yield* withLeads(engine, yield* comments.find(sql`order by id desc limit ${limit}`));
      }),
  };
}

/** The comments whose leads exist, with those leads as they are now. */
function* withLeads(engine: Engine, found: readonly CommentRecord[]): Work<CommentOfLead[]> {
  const leadIds = [...new Set(found.map(({ leadId }) => leadId))];
  const leads = yield* all(
    sql<MentioningRow>`
      select asked.id as of, l.id, l.name, l.company, l.email, l.owner_id from (
        select id, id as now from leads where ${engine.sql.isOneOf("id", leadIds)}
        union select old_id, lead_id from lead_aliases where ${engine.sql.isOneOf("old_id", leadIds)}
      ) asked join leads l on l.id = asked.now`,
  );
  const known = new Map(
    leads.map(({ of, id, owner_id: ownerId, ...lead }) => [
      String(of),
      { ...lead, id: String(id), ownerId: ownerId === null ? null : String(ownerId) },
    ]),
  );
  return found.flatMap((comment) => {
    const lead = known.get(comment.leadId);
    return lead === undefined ? [] : [{ ...comment, lead }];
  });
}

/** A lead's comments and those of leads merged into it, oldest first. */
export function* commentsOf(leadId: string): Work<CommentRecord[]> {
  if (!isRowId(leadId)) return [];
  const ids = [leadId, ...(yield* mergedIds(leadId))];
  return yield* recordTable(LEAD_COMMENTS).find(sql`where lead_id in (${sql.join(ids)}) order by id`);
}

function* journaled(lead: StoredLead, { what, by, at }: CommentEntry, undo: StoredComment): Work<string> {
  // Without the text, which a deletion would otherwise leave in the history.
  const title = `${leadTitle(lead)}: Comment ${what}`;
  return yield* writeJournal({ kind: "comment", title, by, at, leadId: lead.id }, { kind: "comment", ...undo });
}

/** Whether someone wrote a comment. While nobody has an account, everyone is its author. */
export function isAuthor({ accountId }: Pick<CommentRecord, "accountId">, { userId = null }: Undoer): boolean {
  return accountId === userId;
}

/** Undoing an edit puts words into the author's mouth, so owners may only undo the rest. */
export function mayUndoComment({ before, after }: StoredComment, who: Undoer): boolean {
  const comment = after ?? before;
  if (comment !== null && isAuthor(comment, who)) return true;
  return who.mayManage === true && (before === null || after === null);
}

/** Removes an added comment, or restores a deleted or edited one unless it has changed since. */
export const undoComment: UndoKind<StoredComment> = {
  *undo(engine, { before, after }, { mayManage = false, userId = null }) {
    if (!mayUndoComment({ before, after }, { mayManage, userId })) {
      throw new AppError("not_allowed", 403, "Only the comment's author or an owner can undo this.");
    }
    const comments = recordTable(LEAD_COMMENTS);
    const { id = "", leadId = "" } = after ?? before ?? {};
    const now = yield* comments.get(id);
    if (after === null && now !== null) throw inTheWay("The comment has since been restored.");
    if (after !== null && now === null) throw inTheWay("The comment has since been deleted.");
    if (after !== null && now?.text !== after.text) throw inTheWay("The comment has since been edited.");
    if (before === null) yield* comments.remove(id);
    else if (after === null) yield* engine.sql.insertMany("lead_comments", [{ id, ...comments.rowOf(before) }]);
    else yield* comments.update(id, before);
    return { topics: ["comments", "notifications"], leadIds: [leadId] };
  },
};
