import { LIMITS } from "#shared/limits.ts";
import { mailHeading, mailHtml, MUTED } from "#server/delivery/mail/mail-html.ts";
import type { MailMessage } from "#server/delivery/mail/mailer.ts";
import type { LeadCount } from "#server/db/engine/lead-count.ts";
import type { DigestSection } from "#server/features/digests/digest-content.ts";
import { anchor, leadHtml, row, titleHtml } from "#server/features/reports/content/report-html.ts";
import { reportLead, type DecideLinks, type ReportLead } from "#server/features/reports/content/report-lead.ts";
import { leadText } from "#server/features/reports/content/report-text.ts";

export interface DigestInput {
  /** At least one. */
  sections: readonly DigestSection[];
  /** When it's sent, in words. */
  when: string;
  /** The product's address, without a slash at the end. */
  address: string;
  /** The page that turns digests off. */
  unsubscribeUrl: string;
  /** The links for deciding on a lead; null if it's decided or the person may not. */
  decide: (lead: DigestSection["leads"][number]["lead"]) => DecideLinks | null;
  messageId: string;
}

/** A section as shown in both HTML and plain text. */
interface Shown {
  title: string;
  total: string;
  leads: ReportLead[];
  link: string;
}

/** A person's digest as HTML and plain text. Its subject only counts: "3 new for you, 2 due today". */
export function digestMessage(input: DigestInput): MailMessage {
  const { sections, when, address, unsubscribeUrl, messageId } = input;
  const heading = sections.map(({ total, words }) => `${countWords(total)} ${words}`).join(", ");
  const shown = fitting(sections.map((section) => shownSection(section, input)));
  const footer = `You get this daily at ${when} when there's something new.`;
  const account = `${address}/account`;
  return {
    messageId,
    fromName: "Winnow",
    subject: heading,
    unsubscribe: { url: unsubscribeUrl },
    text: `${[
      heading,
      ...shown.map(({ title, total, leads, link }) =>
        [`${title} (${total})`, ...leads.map((lead, index) => leadText(lead, index + 1)), `All: ${link}`].join("\n\n"),
      ),
      footer,
      `Change the time: ${account}\nUnsubscribe: ${unsubscribeUrl}`,
    ].join("\n\n")}\n`,
    html: mailHtml(
      heading,
      `${mailHeading("Winnow", heading)}
${shown.map(sectionHtml).join("\n")}
${row(`<div class="muted" style="${MUTED};font-size:13px">${footer} ${anchor(account, "Change the time")} or ${anchor(unsubscribeUrl, "unsubscribe")}.</div>`)}`,
    ),
    attachments: [],
  };
}

function countWords({ count, exact }: LeadCount): string {
  return `${count.toLocaleString("en-US")}${exact ? "" : "+"}`;
}

function shownSection({ title, total, leads, query }: DigestSection, { address, decide }: DigestInput): Shown {
  return {
    title,
    total: countWords(total),
    leads: leads.map(({ lead, note }) =>
      reportLead(lead, { explanation: undefined, baseUrl: address, isNew: false, decide: decide(lead), note }),
    ),
    link: `${address}/leads?${query}`,
  };
}

function sectionHtml({ title, total, leads, link }: Shown): string {
  return `${titleHtml(`${title} (${total})`)}
${leads.map(leadHtml).join("\n")}
${row(anchor(link, leads.length === Number(total) ? "Open in Winnow" : `See all ${total}`))}`;
}

/** The sections, with as many leads as keep the HTML within its limit. */
function fitting(sections: readonly Shown[]): Shown[] {
  let bytes = 0;
  return sections.map((section) => {
    const leads = section.leads.filter((lead) => {
      bytes += Buffer.byteLength(leadHtml(lead));
      return bytes <= LIMITS.report.htmlBytes;
    });
    return { ...section, leads };
  });
}
