import type { LeadExplanation } from "#shared/contract/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { leadExplanation } from "#server/workflows/leads/lead-detail.ts";
import { AppError, messageOf } from "#server/platform/errors.ts";
import type { ReportDecision } from "#server/store/report-types.ts";
import { undoAct } from "#server/workflows/journal/undo-act.ts";
import { readDecisionLink, type DecisionLink } from "#server/workflows/reports/decision-link.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const BY = "Link in the report";

/** What whoever opens a link of a report is to see. */
export type LinkView =
  /** Not signed by this server, or of a lead that is gone. */
  | { kind: "unknown" }
  /** Whatever became of it: a report that lies about for years lets nobody in. */
  | { kind: "expired" }
  | { kind: "merged"; into: Pick<StoredLead, "id"> }
  /** It would be decided with a press. */
  | { kind: "open"; link: DecisionLink; lead: StoredLead; explanation: LeadExplanation }
  | { kind: "used"; lead: StoredLead; decision: ReportDecision; undo: "possible" | "done" | "past" }
  /** Somebody or something else has decided since the report. */
  | { kind: "changed"; lead: StoredLead };

/** What a link stands for now. Changes nothing. */
export async function viewLink(workspace: Workspace, token: string): Promise<LinkView> {
  const link = readDecisionLink(workspace.secrets, token);
  if (link === null) return { kind: "unknown" };
  const { store, clock } = workspace;
  if (clock().getTime() >= link.expiresAt * 1_000) return { kind: "expired" };
  const lead = await store.leads.get(link.leadId);
  if (lead === null) {
    const into = await store.leads.mergedInto(link.leadId);
    return into === null ? { kind: "unknown" } : { kind: "merged", into: { id: into } };
  }
  const decision = await store.reports.decision(link.reportKey, link.leadId);
  if (decision !== null) return usedView(workspace, lead, decision);
  if (lead.status !== "qualified" || lead.statusSetBy !== "rule") return { kind: "changed", lead };
  const explanation = await leadExplanation(workspace, lead.id);
  return { kind: "open", link, lead, explanation };
}

/** Decides what a link says, and answers what it stands for then. Once for each lead of a report, however often it is asked. */
export async function decideByLink(workspace: Workspace, token: string): Promise<LinkView> {
  const view = await viewLink(workspace, token);
  if (view.kind !== "open") return view;
  const { store, clock, feed } = workspace;
  const { leadId, reportKey, decision } = view.link;
  const at = clock().toISOString();
  const outcome = await store.reports.decide({ reportKey, leadId, status: decision, at, by: BY });
  if (outcome.kind === "decided") feed.changed(["leads", "activity"], [leadId]);
  return viewLink(workspace, token);
}

/** Takes back what a link decided. `refusal` says why it could not be. */
export async function takeBackByLink(
  workspace: Workspace,
  token: string,
): Promise<{ view: LinkView; refusal: string | null }> {
  const view = await viewLink(workspace, token);
  const actId = view.kind === "used" ? view.decision.actId : null;
  if (actId === null) return { view, refusal: null };
  try {
    await undoAct(workspace, actId, { by: BY, mayManage: false });
    return { view: await viewLink(workspace, token), refusal: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { view: await viewLink(workspace, token), refusal: messageOf(error) };
  }
}

/** The act of a link is among the last of its lead, unless so much has happened since that nobody would undo it. */
const ACTS = 50;

async function usedView({ store }: Workspace, lead: StoredLead, decision: ReportDecision): Promise<LinkView> {
  const acts = decision.actId === null ? [] : await store.journal.ofLead(lead.id, ACTS);
  const act = acts.find(({ id }) => id === decision.actId);
  const undo = act === undefined ? "past" : act.undoneAt !== null ? "done" : act.undoable ? "possible" : "past";
  return { kind: "used", lead, decision, undo };
}
