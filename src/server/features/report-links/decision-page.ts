import type { LeadExplanation } from "#shared/contract/leads/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { PlainPage } from "#server/http/plain-page.ts";
import { reportReasons } from "#server/features/reports/content/report-reasons.ts";
import { cleanLine, escapeHtml } from "#server/delivery/mail/mailed-words.ts";
import type { LinkView } from "#server/features/report-links/decide-by-link.ts";

interface Around {
  /** The address of the link itself, which its form posts to. */
  path: string;
  /** Why it couldn't be undone; null if it could or wasn't asked for. */
  refusal: string | null;
  /** The product's address; empty for this page's own. */
  publicUrl: string;
}

/** The page behind an email's link: the pending decision with its reasons, or the outcome. Needs no script. */
export function actionPage(view: LinkView, around: Around): PlainPage {
  switch (view.kind) {
    case "unknown":
      return {
        title: "This link doesn't work",
        body: "<p>It's incomplete, or its lead was deleted. Open the email again and click the link there.</p>",
      };
    case "merged":
      return {
        title: "This lead was merged into another lead",
        body: `<p>This changed after the email was sent, so the link no longer works.</p>${toLead(view.into, around)}`,
      };
    case "forbidden":
      return {
        title: "You can't decide on this lead anymore",
        body: "<p>Your account was deactivated or may only view leads, or the lead was assigned to someone else. Ask an owner of the team.</p>",
      };
    case "expired":
      return {
        title: "This link has expired",
        body: "<p>The next email has new links for leads waiting for review.</p>",
      };
    case "open": {
      const { lead, explanation, link } = view;
      const word = link.decision === "approved" ? "Approve" : "Reject";
      const then = link.decision === "approved" ? "The lead will be approved." : "The lead will be rejected.";
      return {
        title: `${word} ${nameOf(lead)}?`,
        body: `${about(lead)}${reasons(explanation)}<p>${then} You can undo this.</p>
<form method="post" action="${escapeHtml(around.path)}"><button type="submit">${word}</button></form>${toLead(lead, around)}`,
      };
    }
    case "changed":
      return {
        title: `${nameOf(view.lead)} is already ${view.lead.status}`,
        body: `<p>This changed after the email was sent, so the link no longer works.</p>${toLead(view.lead, around)}`,
      };
    case "used":
      return usedContent(view, around);
  }
}

function usedContent(view: Extract<LinkView, { kind: "used" }>, around: Around): PlainPage {
  const { lead, decision, undo } = view;
  const when = `<time datetime="${decision.at}">${decision.at.slice(0, 10)}, ${decision.at.slice(11, 16)} UTC</time>`;
  const refused = around.refusal === null ? "" : `<p><strong>${escapeHtml(around.refusal)}</strong></p>`;
  const decided = `${decision.status} through an email link on ${when}`;
  if (undo === "done") {
    return {
      title: `${nameOf(lead)} is ${lead.status}`,
      body: `<p>It was ${decided}, then the decision was undone. Each link works once. Open the lead to decide again.</p>${toLead(lead, around)}`,
    };
  }
  const now = lead.status === decision.status ? "" : ` It's ${lead.status} now.`;
  const form =
    undo === "past"
      ? ""
      : `<form method="post" action="${escapeHtml(around.path)}/undo"><button type="submit">Undo</button></form>`;
  return {
    title: `${nameOf(lead)} was ${decision.status}`,
    body: `<p>It was ${decided}.${now}</p>${refused}${form}${toLead(lead, around)}`,
  };
}

function nameOf({ name, company, email }: StoredLead): string {
  return cleanLine(name) || cleanLine(company) || cleanLine(email) || "Unnamed lead";
}

function about({ company, title, score, name }: StoredLead): string {
  const known = [cleanLine(title), cleanLine(name) === "" ? "" : cleanLine(company)].filter((text) => text !== "");
  return `<p>${[...known.map(escapeHtml), `Score ${score}`].join(", ")}</p>`;
}

function reasons(explanation: LeadExplanation): string {
  const { points, cap, missing } = reportReasons(explanation);
  const lines = points.map(({ points: given, ruleName, keyword, field, excerpt, note }) => {
    const { before, match, after } = excerpt;
    const found =
      match === ""
        ? ""
        : `<small dir="auto">${escapeHtml(before)}<mark>${escapeHtml(match)}</mark>${escapeHtml(after)}</small>`;
    const less = note === "" ? "" : `<small>${note}</small>`;
    return `<li>${given} ${bdi(ruleName)}: ${bdi(keyword)} · ${bdi(field)}${found}${less}</li>`;
  });
  if (cap !== null) lines.push(`<li>${cap.points} ${cap.words}</li>`);
  const list = lines.length === 0 ? "" : `<ul>${lines.join("")}</ul>`;
  return missing === "" ? list : `${list}<p>${missing}</p>`;
}

/** A stranger's text, isolated so that its direction affects only itself. */
function bdi(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`;
}

function toLead({ id }: Pick<StoredLead, "id">, { publicUrl }: Around): string {
  const address = `${publicUrl}/leads/${encodeURIComponent(id)}`;
  return `<p><a href="${escapeHtml(address)}">Open lead</a></p>`;
}
