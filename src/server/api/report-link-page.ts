import type { LeadExplanation } from "#shared/contract/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { PlainPage } from "#server/api/plain-page.ts";
import { reportReasons } from "#server/reports/report-reasons.ts";
import { cleanLine, escapeHtml } from "#server/reports/report-words.ts";
import type { LinkView } from "#server/workflows/reports/decide-by-link.ts";

interface Around {
  /** Of the link itself, where its form goes. */
  path: string;
  /** Why it could not be taken back; null when it could or was not asked for. */
  refusal: string | null;
  /** Where the product is reached; empty for the address of this page. */
  publicUrl: string;
}

/** The page of a report's link: what would be decided and why, or what became of it. Needs no script. */
export function actPage(view: LinkView, around: Around): PlainPage {
  switch (view.kind) {
    case "unknown":
      return {
        title: "This link does not work",
        body: "<p>It is not complete, or its lead has been deleted. Open the report again and press the link there.</p>",
      };
    case "merged":
      return {
        title: "This lead was merged into another one",
        body: `<p>That changed after the report was sent, so this link changes nothing.</p>${toLead(view.into, around)}`,
      };
    case "expired":
      return { title: "This link has expired", body: "<p>The next report has new ones for every lead that waits.</p>" };
    case "open": {
      const { lead, explanation, link } = view;
      const word = link.decision === "approved" ? "Approve" : "Reject";
      const then = link.decision === "approved" ? "Its status becomes approved." : "Its status becomes rejected.";
      return {
        title: `${word} ${nameOf(lead)}?`,
        body: `${about(lead)}${reasons(explanation)}<p>${then} This can be undone.</p>
<form method="post" action="${escapeHtml(around.path)}"><button type="submit">${word}</button></form>${toLead(lead, around)}`,
      };
    }
    case "changed":
      return {
        title: `${nameOf(view.lead)} is ${view.lead.status} by now`,
        body: `<p>That changed after the report was sent, so this link changes nothing.</p>${toLead(view.lead, around)}`,
      };
    case "used":
      return usedContent(view, around);
  }
}

function usedContent(view: Extract<LinkView, { kind: "used" }>, around: Around): PlainPage {
  const { lead, decision, undo } = view;
  const when = `<time datetime="${decision.at}">${decision.at.slice(0, 10)}, ${decision.at.slice(11, 16)} UTC</time>`;
  const refused = around.refusal === null ? "" : `<p><strong>${escapeHtml(around.refusal)}</strong></p>`;
  const decided = `${decision.status} by a link of the report on ${when}`;
  if (undo === "done") {
    return {
      title: `${nameOf(lead)} is ${lead.status}`,
      body: `<p>It was ${decided}, and that was taken back. A link works once: decide on the lead's page.</p>${toLead(lead, around)}`,
    };
  }
  const now = lead.status === decision.status ? "" : ` It is ${lead.status} by now.`;
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

/** A stranger's text, which orders only itself. */
function bdi(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`;
}

function toLead({ id }: Pick<StoredLead, "id">, { publicUrl }: Around): string {
  const address = `${publicUrl.replace(/\/+$/u, "")}/leads/${encodeURIComponent(id)}`;
  return `<p><a href="${escapeHtml(address)}">Open the lead</a></p>`;
}
