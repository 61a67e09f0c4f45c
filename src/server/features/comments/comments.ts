import type { Comment } from "#shared/contract/leads/comment.ts";
import { mentionsIn } from "#shared/mentions.ts";
import { acting } from "#server/platform/acting.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import type { AccountRecord } from "#server/db/accounts/accounts.ts";
import { isAuthor, type CommentEntry, type CommentRecord, type StoredMention } from "#server/db/comments/comments.ts";
import type { Undoer } from "#server/db/engine/table.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import { mayRead } from "#server/features/accounts/sight.ts";
import { readSettings } from "#server/db/read-settings.ts";
import { goneLead } from "#server/features/leads/gone-lead.ts";
import type { Workspace } from "#server/workspace.ts";

type Services = Pick<Workspace, "store" | "feed" | "clock">;

/** A lead's comments, oldest first. Throws not_found. */
export async function listComments(services: Services, user: Undoer, leadId: string): Promise<Comment[]> {
  const { store } = services;
  const [lead, comments, accounts] = await Promise.all([
    store.leads.get(leadId),
    store.comments.ofLead(leadId),
    store.accounts.list(),
  ]);
  if (lead === null) throw await goneLead(services, leadId);
  const seenBy = await readersOf(services, leadId, accounts);
  return comments.map((comment) => shownTo(user, comment, accounts, seenBy));
}

/** Comments on a lead. Throws not_found and too_many_comments (409). */
export async function addComment(
  services: Services,
  user: Undoer,
  leadId: string,
  text: string,
): Promise<Acted<Comment>> {
  const entry = entryFor(services, "added");
  const accounts = await services.store.accounts.list();
  const comment = {
    leadId,
    accountId: user.userId ?? null,
    author: entry.by,
    text,
    mentions: mentionsOf(text, accounts, [], entry.at),
    createdAt: entry.at,
    editedAt: null,
  };
  const acted = await services.store.comments.add(comment, entry);
  if (acted === null) throw await goneLead(services, leadId);
  return announced(services, user, acted, accounts);
}

/** Edits a comment. Throws not_found, and not_allowed (403) to all but its author. */
export async function editComment(
  services: Services,
  user: Undoer,
  { leadId, id }: { leadId: string; id: string },
  text: string,
): Promise<Acted<Comment>> {
  const accounts = await services.store.accounts.list();
  const entry = entryFor(services, "edited");
  const acted = await services.store.comments.change(
    leadId,
    id,
    (comment) => {
      if (!isAuthor(comment, user)) throw new AppError("not_allowed", 403, "Only its author can edit a comment.");
      if (comment.text === text) return comment;
      return { ...comment, text, mentions: mentionsOf(text, accounts, comment.mentions, entry.at), editedAt: entry.at };
    },
    entry,
  );
  if (acted === null) throw notFound("comment");
  return announced(services, user, acted, accounts);
}

/** Deletes a comment. Throws not_found, and not_allowed (403) to all but its author and owners. */
export async function deleteComment(
  services: Services,
  user: Undoer,
  { leadId, id }: { leadId: string; id: string },
): Promise<Acted<Comment>> {
  const refuseOthers = (comment: CommentRecord): null => {
    if (mayDelete(user, comment)) return null;
    throw new AppError("not_allowed", 403, "Only its author or an owner can delete a comment.");
  };
  const acted = await services.store.comments.change(leadId, id, refuseOthers, entryFor(services, "deleted"));
  if (acted === null) throw notFound("comment");
  return announced(services, user, acted, []);
}

function entryFor({ clock }: Services, what: string): CommentEntry {
  return { what, by: acting().by, at: clock().toISOString() };
}

async function announced(
  services: Services,
  user: Undoer,
  { done, actId }: Acted<CommentRecord>,
  accounts: readonly AccountRecord[],
): Promise<Acted<Comment>> {
  if (actId !== null) services.feed.changed(["comments", "activity", "notifications"]);
  return { done: shownTo(user, done, accounts, await readersOf(services, done.leadId, accounts)), actId };
}

/** The ids of accounts that can sign in and see the lead. */
async function readersOf(
  { store }: Pick<Workspace, "store">,
  leadId: string,
  accounts: readonly AccountRecord[],
): Promise<Set<string>> {
  const settings = await readSettings({ store });
  const ownerId = settings.membersSeeOwnLeads ? ((await store.leads.get(leadId))?.ownerId ?? null) : null;
  const readers = accounts.filter((account) => account.isActive && mayRead(settings, account, ownerId));
  return new Set(readers.map(({ id }) => id));
}

/** The accounts that a text mentions; those mentioned before keep their time, so that an edit doesn't notify again. */
function mentionsOf(
  text: string,
  accounts: readonly AccountRecord[],
  before: readonly StoredMention[],
  at: string,
): StoredMention[] {
  const ids = new Set(mentionsIn(text, accounts).map(({ person }) => person.id));
  return Array.from(ids, (accountId) => before.find((one) => one.accountId === accountId) ?? { accountId, at });
}

function mayDelete(user: Undoer, comment: CommentRecord): boolean {
  return user.mayManage === true || isAuthor(comment, user);
}

function shownTo(
  user: Undoer,
  comment: CommentRecord,
  accounts: readonly AccountRecord[],
  seenBy: ReadonlySet<string>,
): Comment {
  const { id, text, author, mentions, createdAt, editedAt } = comment;
  return {
    id,
    text,
    author,
    mentions: mentions.flatMap(({ accountId }) => {
      const account = accounts.find((one) => one.id === accountId);
      return account === undefined ? [] : [{ accountId, username: account.username, hasAccess: seenBy.has(accountId) }];
    }),
    createdAt,
    editedAt,
    mayEdit: isAuthor(comment, user),
    mayDelete: mayDelete(user, comment),
  };
}
