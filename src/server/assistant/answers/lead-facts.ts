import type { ChatReply } from "#shared/contract/chat.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { fromData, leadLink, sentences, type Asking } from "#server/assistant/answers/answer.ts";
import { aboutLead } from "#server/assistant/answers/find-lead.ts";
import { missingWords, sourceWords, statusWords } from "#server/assistant/words/lead-words.ts";
import { counted, listed, momentWords } from "#server/assistant/words/moment.ts";
import { possibleDuplicates } from "#server/workflows/duplicates/duplicates.ts";
import { leadDetail } from "#server/workflows/leads/lead-detail.ts";

const TIMELINE_SHOWN = 6;

/** "Who is Ann Lee?" */
export const leadAbout = aboutLead(async (lead, { workspace }) => {
  const { name, title, company, email, phone, score, status, statusSetBy } = lead;
  const role = [title, company].filter(Boolean).join(" at ");
  return about(
    lead,
    sentences(
      `${name}${role === "" ? "" : `, ${role},`} has a score of ${score} and ${statusWords(status, statusSetBy)}.`,
      originWords(lead, workspace.clock()),
      reachWords(email, phone),
      missingSentence(lead),
    ),
    [`Why is ${name} at ${score}?`, `What is missing for ${name}?`],
  );
});

/** "Is Ann Lee qualified?", "Why was Ann Lee rejected?" */
export const leadStatus = aboutLead(async (lead, { workspace }) => {
  const { timeline, explanation } = await leadDetail(workspace, lead.id);
  const decision = timeline.find(
    ({ kind, title }) => (kind === "status" || kind === "qualified") && !/taken back/u.test(title),
  );
  const when =
    decision === undefined
      ? ""
      : `${decision.title} by ${decision.by}, ${momentWords(decision.at, workspace.clock())}.`;
  const { score, threshold } = explanation;
  return about(
    lead,
    sentences(
      `${lead.name} ${statusWords(lead.status, lead.statusSetBy)}.`,
      `The score is ${score}, the threshold ${threshold}.`,
      when,
    ),
    [`Why is ${lead.name} at ${score}?`],
  );
});

/** "What is missing for Ann Lee?" */
export const leadMissing = aboutLead(async (lead) =>
  about(
    lead,
    missingSentence(lead) || `Nothing is missing for ${lead.name}: email, phone, company and need are known.`,
  ),
);

/** "Where did Ann Lee come from?" */
export const leadOrigin = aboutLead(async (lead, { workspace }) => {
  const now = workspace.clock();
  const changed = lead.updatedAt === lead.createdAt ? "" : `It was last changed ${momentWords(lead.updatedAt, now)}.`;
  return about(lead, sentences(originWords(lead, now), changed));
});

/** "Are there duplicates of Ann Lee?" */
export const leadDuplicates = aboutLead(async (lead, { workspace }) => {
  const duplicates = await possibleDuplicates(workspace, lead.id);
  if (duplicates.length === 0)
    return about(lead, `Nobody else looks like ${lead.name}: no possible duplicate is known.`);
  return fromData(
    [
      `${lead.name} has ${counted(duplicates.length, "possible duplicate")}:`,
      ...duplicates.map(({ name, email, reason }) => `• ${[name, email].filter(Boolean).join(", ")}: ${reason}`),
    ].join("\n"),
    [leadLink(lead.id, lead.name), ...duplicates.map(({ id, name, email }) => leadLink(id, name || email))],
  );
});

/** "What happened with Ann Lee?" */
export const leadHistory = aboutLead(async (lead, { workspace }) => {
  const { timeline } = await leadDetail(workspace, lead.id);
  const now = workspace.clock();
  return about(
    lead,
    [
      `What happened with ${lead.name}, newest first:`,
      ...timeline
        .slice(0, TIMELINE_SHOWN)
        .map(
          ({ title, by, at, description }) =>
            `• ${title}${description === "" ? "" : ` (${description})`}${by === "" ? "" : ` by ${by}`}, ${momentWords(at, now)}`,
        ),
    ].join("\n"),
  );
});

/** "What is the phone number of Ann Lee?" */
export const leadField = aboutLead(async (lead, asking) => fieldAnswer(lead, asking));

function fieldAnswer(lead: StoredLead, { meaning }: Asking): ChatReply {
  const { what = "" } = meaning;
  const { name } = lead;
  const say = (noun: string, value: string): ChatReply =>
    about(lead, value === "" ? `No ${noun} is known for ${name}.` : `The ${noun} of ${name} is ${value}.`);
  if (/reach|contact|call/u.test(what)) {
    return about(
      lead,
      reachWords(lead.email, lead.phone) || `There is no email address and no phone number of ${name}.`,
    );
  }
  if (/mail/u.test(what)) return say("email address", lead.email);
  if (/phone|^number/u.test(what)) return say("phone number", lead.phone);
  if (/compan|employ|work/u.test(what)) return say("company", lead.company);
  if (/title|job|role/u.test(what)) return say("job title", lead.title);
  if (/industry/u.test(what)) return say("industry", lead.industry);
  if (/website/u.test(what)) return say("website", lead.scrapeUrl);
  if (/status/u.test(what)) return about(lead, `${name} ${statusWords(lead.status, lead.statusSetBy)}.`);
  if (/keyword/u.test(what)) {
    return about(
      lead,
      lead.keywords.length === 0
        ? `No keyword of the rules was found for ${name}.`
        : `The keywords found for ${name}: ${listed(lead.keywords)}.`,
    );
  }
  if (/note/u.test(what)) {
    return about(
      lead,
      lead.notes === "" ? `There are no notes on ${name}.` : `The notes on ${name}:\n${cut(lead.notes)}`,
    );
  }
  return about(lead, `${name} has a score of ${lead.score}.`, [`Why is ${name} at ${lead.score}?`]);
}

function about(lead: StoredLead, text: string, suggestions: readonly string[] = []): ChatReply {
  return fromData(text, [leadLink(lead.id, lead.name)], suggestions);
}

function originWords({ provenance, source, createdAt, name }: StoredLead, now: Date): string {
  const origin = provenance.name ?? Object.values(provenance)[0];
  const from =
    origin === undefined ? sourceWords(source) : [origin.sourceName, origin.locator].filter(Boolean).join(", ");
  return `${name} came in ${momentWords(createdAt, now)}: ${from}.`;
}

function reachWords(email: string, phone: string): string {
  const ways = [email === "" ? "" : `by email at ${email}`, phone === "" ? "" : `by phone at ${phone}`].filter(Boolean);
  return ways.length === 0 ? "" : `Reach them ${listed(ways)}.`;
}

function missingSentence({ name, missingInfo }: StoredLead): string {
  return missingInfo.length === 0 ? "" : `Missing for ${name}: ${listed(missingInfo.map(missingWords))}.`;
}

function cut(text: string): string {
  return text.length <= 600 ? text : `${text.slice(0, 600).replace(/[\ud800-\udbff]$/u, "")}…`;
}
