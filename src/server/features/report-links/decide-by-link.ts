import { HOUR } from "#shared/durations.ts";
import type { LeadExplanation } from "#shared/contract/leads/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { roleMay } from "#shared/roles.ts";
import { mayRead } from "#server/features/accounts/sight.ts";
import { leadExplanation } from "#server/features/leads/lead-detail.ts";
import { AppError, messageOf } from "#server/platform/errors.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { ReportDecision } from "#server/db/reports/report-decisions.ts";
import { undoAction } from "#server/features/history/undo-action.ts";
import { linkBegan, readDecisionLink, type DecisionLink } from "#server/features/reports/decision-link.ts";
import type { Workspace } from "#server/workspace.ts";

const BY = "Report link";
/** By how much the clocks of several machines may differ. */
const MOST_SKEW_MILLISECONDS = HOUR;

/** What a link's page shows. */
export type LinkView =
  /** Not signed by this server, or of a deleted lead. */
  | { kind: "unknown" }
  /** From the digest of someone who may no longer decide, or no longer sees the lead. */
  | { kind: "forbidden" }
  /** Expired regardless of the lead's state: old links don't authorize anything. */
  | { kind: "expired" }
  | { kind: "merged"; into: Pick<StoredLead, "id"> }
  /** Pressing the button would apply the decision. */
  | { kind: "open"; link: DecisionLink; lead: StoredLead; explanation: LeadExplanation }
  | { kind: "used"; lead: StoredLead; decision: ReportDecision; undo: "possible" | "done" | "past" }
  /** The lead has changed status since the report. */
  | { kind: "changed"; lead: StoredLead };

/** The current meaning of a link. Changes nothing. */
export async function viewLink(workspace: Workspace, token: string): Promise<LinkView> {
  const link = readDecisionLink(workspace.secrets, token);
  if (link === null) return { kind: "unknown" };
  const { store, clock } = workspace;
  if (clock().getTime() >= link.expiresAt * 1_000) return { kind: "expired" };
  const lead = await store.leads.get(link.leadId);
  if ((await deciderOf(workspace, link, lead)) === null) return { kind: "forbidden" };
  if (lead === null) {
    const into = await store.leads.mergedInto(link.leadId);
    return into === null ? { kind: "unknown" } : { kind: "merged", into: { id: into } };
  }
  // A restored backup gives the ids of leads that it doesn't have to new ones.
  if (Date.parse(lead.createdAt) > linkBegan(link).getTime() + MOST_SKEW_MILLISECONDS) return { kind: "unknown" };
  const decision = await store.reports.decision(link.reportKey, link.leadId);
  if (decision !== null) return usedView(workspace, lead, decision);
  if (lead.status !== "qualified" || lead.statusSetBy !== "rule") return { kind: "changed", lead };
  const explanation = await leadExplanation(workspace, lead.id);
  return { kind: "open", link, lead, explanation };
}

/**
 * Applies a link's decision and returns the link's meaning after that. Once per lead of an email, however often it's
 * requested.
 */
export async function decideByLink(workspace: Workspace, token: string): Promise<LinkView> {
  const view = await viewLink(workspace, token);
  if (view.kind !== "open") return view;
  const { store, clock, feed } = workspace;
  const { leadId, reportKey, decision } = view.link;
  const at = clock().toISOString();
  const by = await deciderOf(workspace, view.link, view.lead);
  if (by === null) return { kind: "forbidden" };
  const outcome = await store.reports.decide({ reportKey, leadId, status: decision, at, by });
  if (outcome.kind === "decided") feed.changed(["leads", "activity"], [leadId]);
  return viewLink(workspace, token);
}

/** Undoes a link's decision. `refusal` is the reason if it couldn't be undone. */
export async function undoByLink(
  workspace: Workspace,
  token: string,
): Promise<{ view: LinkView; refusal: string | null }> {
  const view = await viewLink(workspace, token);
  const actId = view.kind === "used" ? view.decision.actId : null;
  const link = readDecisionLink(workspace.secrets, token);
  const by = link === null || view.kind !== "used" ? null : await deciderOf(workspace, link, view.lead);
  if (actId === null || by === null) return { view, refusal: null };
  try {
    await undoAction(workspace, actId, { by });
    return { view: await viewLink(workspace, token), refusal: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { view: await viewLink(workspace, token), refusal: messageOf(error) };
  }
}

/** Who a link decides as: the person whose digest it's from, if they may and see the lead; null if not. */
async function deciderOf(
  { store }: Workspace,
  { accountId }: DecisionLink,
  lead: Pick<StoredLead, "ownerId"> | null,
): Promise<string | null> {
  if (accountId === null) return BY;
  const [account, settings] = await Promise.all([store.accounts.get(accountId), readSettings({ store })]);
  if (account?.isActive !== true || !roleMay(account.role, "work")) return null;
  return mayRead(settings, account, lead?.ownerId ?? null) ? account.username : null;
}

/** A link's action is among its lead's latest, unless too much has happened since for anyone to undo it. */
const ACTS = 50;

async function usedView({ store }: Workspace, lead: StoredLead, decision: ReportDecision): Promise<LinkView> {
  const acts = decision.actId === null ? [] : await store.journal.ofLead(lead.id, ACTS);
  const act = acts.find(({ id }) => id === decision.actId);
  const undo = act === undefined ? "past" : act.undoneAt !== null ? "done" : act.undoable ? "possible" : "past";
  return { kind: "used", lead, decision, undo };
}
