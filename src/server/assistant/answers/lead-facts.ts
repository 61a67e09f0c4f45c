import { addressQualityOf } from "#shared/contract/leads/address-quality.ts";
import type { ChatReply } from "#shared/contract/chat.ts";
import { counted } from "#shared/counted.ts";
import { fieldNoun } from "#shared/field-words.ts";
import type { LeadTextField } from "#shared/lead-fields.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { pointsWords } from "#shared/score-words.ts";
import { cardOf, fromData, leadLink, sentences, type Asking } from "#server/assistant/answers/answer.ts";
import { aboutLead } from "#server/assistant/answers/find-lead.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import type { Language } from "#shared/language.ts";
import { askedField } from "#server/assistant/understanding/asked-field.ts";
import { fieldsIn, type AskedField } from "#server/assistant/understanding/words.ts";
import { fieldValueWords } from "#server/assistant/words/field-words.ts";
import { quoted, sayIn, shortened, type Say } from "#server/assistant/words/say.ts";
import { missingIn, sourceIn, sourceWords, oneStatusIn, statusWords } from "#server/assistant/words/lead-words.ts";
import { listed, momentWords, stepDueWords } from "#server/assistant/words/moment.ts";
import { shownTag } from "#server/db/tags/tags.ts";
import { possibleDuplicates } from "#server/features/duplicates/duplicates.ts";
import { leadDetail } from "#server/features/leads/lead-detail.ts";

const TIMELINE_SHOWN = 6;
const COMMENT_SHOWN = 120;
const FIELDS_SHOWN = 10;
const MESSAGE_SHOWN = 600;

/** "Who is Ann Lee?", "where does she stand?": what is known of a lead. */
export const leadAbout = aboutLead(async (lead, asking) => ({
  ...about(lead, await profileOf(lead, asking), [
    `Why is ${lead.name} at ${lead.score}?`,
    `What is missing for ${lead.name}?`,
  ]),
  leads: [cardOf(lead)],
}));

export async function profileOf(lead: StoredLead, asking: Asking): Promise<string[]> {
  const { workspace, fields, now, language, say } = asking;
  const { name, title, company, email, phone, score, status, statusSetBy, nextStep } = lead;
  const wrote = messageOf(lead) && `“${messageOf(lead).replaceAll(/\s+/gu, " ").trim()}”`;
  const comment = (await workspace.store.comments.ofLead(lead.id)).at(-1);
  const said =
    comment === undefined
      ? ""
      : `${say("Latest comment", "Letzter Kommentar", "Dernier commentaire", "Último comentario")}: “${shortened(comment.text, 600)}” (${comment.author}, ${momentWords(comment.createdAt, now, language)})`;
  if (language !== "en") {
    const points = say("", `${score} Punkte`, `score ${score}`, `puntuación ${score}`);
    const came = momentWords(lead.createdAt, now, language);
    const since = say("", `eingegangen ${came}`, `arrivé ${came}`, `llegó ${came}`);
    const step =
      nextStep === null
        ? ""
        : `${say("", "nächster Schritt", "prochaine étape", "próximo paso")}: ${nextStep.text}, ${stepDueWords(nextStep.due, language)}`;
    const facts = [[name, title, company].filter(Boolean).join(", "), points, since, email, phone].filter(Boolean);
    const own = [oneStatusIn(status, language), lead.owner, step, ...valuesOf(lead, fields, language)].filter(Boolean);
    return [`${facts.join(" · ")}.`, own.join(" · "), wrote, said];
  }
  const role = [title, company].filter(Boolean).join(" at ");
  return [
    sentences(
      `${name}${role === "" ? "" : `, ${role},`} has a score of ${score} and ${statusWords(status, statusSetBy)}.`,
      originWords(lead, now),
      reachWords(email, phone),
      addressSentence(lead),
      missingSentence(lead),
      lead.owner === "" ? "There's no owner." : `The owner is ${lead.owner}.`,
      nextStepWords(lead),
      valuesOf(lead, fields, "en")
        .map((value) => `${value}.`)
        .join(" "),
    ),
    wrote,
    said,
  ];
}

/** Only for addresses to be careful with. */
function addressSentence(lead: StoredLead): string {
  const { addressQuality, addressReason } = addressQualityOf(lead);
  const isDoubtful = addressQuality === "bad" || addressQuality === "risky";
  return isDoubtful ? `The email address is ${addressQuality}: ${addressReason}` : "";
}

/** "Is Ann Lee qualified?", "Why was Ann Lee rejected?" */
export const leadStatus = aboutLead(async (lead, { workspace, say, language }) => {
  const { timeline, explanation } = await leadDetail(workspace, lead.id);
  const decision = timeline.find(
    ({ kind, title }) => (kind === "status" || kind === "qualified") && !title.endsWith("(undone)"),
  );
  const at = decision === undefined ? "" : momentWords(decision.at, workspace.clock(), language);
  const when = decision === undefined ? "" : `${decision.title} by ${decision.by}, ${at}.`;
  const { score, threshold } = explanation;
  const status = oneStatusIn(lead.status, language);
  const by = decision === undefined ? "" : ` (${decision.by}, ${at})`;
  const points = pointsOf(explanation.parts, language, say);
  return about(
    lead,
    say(
      sentences(
        `${lead.name} ${statusWords(lead.status, lead.statusSetBy)}.`,
        `The score is ${score}, the threshold ${threshold}.`,
        points,
        when,
      ),
      `${lead.name}: ${status}${by}. ${score} Punkte, der Schwellenwert ist ${threshold}. ${points}`,
      `${lead.name} : ${status}${by}. Son score est de ${score}, le seuil de ${threshold}. ${points}`,
      `${lead.name}: ${status}${by}. Tiene ${score} puntos; el umbral es ${threshold}. ${points}`,
    ).trim(),
    [`Why is ${lead.name} at ${score}?`],
  );
});

/** The rules behind a score: "The points come from “Budget” (+20) and “Decision maker” (+15)." */
function pointsOf(parts: readonly { ruleName: string; points: number }[], language: Language, say: Say): string {
  const byRule = new Map<string, number>();
  for (const { ruleName, points } of parts) byRule.set(ruleName, (byRule.get(ruleName) ?? 0) + points);
  const rules = listed(
    [...byRule].map(([name, points]) => `${quoted(name, say)} (${pointsWords(points)})`),
    language,
  );
  return rules === ""
    ? ""
    : say(
        `The points come from ${rules}.`,
        `Die Punkte kommen von ${rules}.`,
        `Les points viennent de ${rules}.`,
        `Los puntos vienen de ${rules}.`,
      );
}

/** "What is missing for Ann Lee?" */
export const leadMissing = aboutLead(async (lead, { say, language }) => {
  const { name, missingInfo } = lead;
  const missing = listed(
    missingInfo.map((info) => missingIn(info, language)),
    language,
  );
  return about(
    lead,
    missing === ""
      ? say(
          `Nothing is missing for ${name}. Email, phone, company and need are known.`,
          `Bei ${name} fehlt nichts: Mailadresse, Telefon, Firma und Bedarf sind bekannt.`,
          `Il ne manque rien pour ${name} : adresse mail, téléphone, entreprise et besoin sont connus.`,
          `A ${name} no le falta nada: correo, teléfono, empresa y necesidad se conocen.`,
        )
      : say(
          missingSentence(lead),
          `Bei ${name} fehlt: ${missing}.`,
          `Il manque pour ${name} : ${missing}.`,
          `A ${name} le falta: ${missing}.`,
        ),
  );
});

/** "Where did Ann Lee come from?" */
export const leadOrigin = aboutLead(async (lead, { now, say, language }) => {
  const came = momentWords(lead.createdAt, now, language);
  const from = placeOf(lead) ?? sourceIn(lead.source, language);
  const changed = lead.updatedAt === lead.createdAt ? "" : `It was last changed ${momentWords(lead.updatedAt, now)}.`;
  return about(
    lead,
    say(
      sentences(originWords(lead, now), changed),
      `${lead.name}: eingegangen ${came}, ${from}.`,
      `${lead.name} : arrivé ${came}, ${from}.`,
      `${lead.name}: llegó ${came}, ${from}.`,
    ),
  );
});

/** "Are there duplicates of Ann Lee?" */
export const leadDuplicates = aboutLead(async (lead, { workspace }) => {
  const duplicates = await possibleDuplicates(workspace, lead.id);
  if (duplicates.length === 0) return about(lead, `${lead.name} has no possible duplicates.`);
  return fromData(
    [
      `${lead.name} has ${counted(duplicates.length, "possible duplicate")}:`,
      ...duplicates.map(({ name, email, reason }) => `• ${[name, email].filter(Boolean).join(", ")}: ${reason}`),
    ],
    [leadLink(lead.id, lead.name), ...duplicates.map(({ id, name, email }) => leadLink(id, name || email))],
  );
});

/** "What happened with Ann Lee?" */
export const leadHistory = aboutLead(async (lead, { workspace, say, language }) => {
  const { timeline } = await leadDetail(workspace, lead.id);
  const now = workspace.clock();
  const comments = (await workspace.store.comments.ofLead(lead.id)).map(({ author, text, createdAt }) => ({
    title: say("Comment", "Kommentar", "Commentaire", "Comentario"),
    by: author,
    at: createdAt,
    description: text.slice(0, COMMENT_SHOWN),
  }));
  return about(lead, [
    say(
      `History of ${lead.name}, newest first:`,
      `Verlauf von ${lead.name}, Neuestes zuerst:`,
      `Historique de ${lead.name}, du plus récent au plus ancien :`,
      `Historial de ${lead.name}, primero lo más reciente:`,
    ),
    ...[...timeline, ...comments]
      .toSorted((one, other) => other.at.localeCompare(one.at))
      .slice(0, TIMELINE_SHOWN)
      .map(
        ({ title, by, at, description }) =>
          `• ${title}${description === "" ? "" : ` (${description})`}${by === "" ? "" : say(` by ${by}`, ` von ${by}`, ` par ${by}`, ` por ${by}`)}, ${momentWords(at, now, language)}`,
      ),
  ]);
});

/** "What is the phone number of Ann Lee?" */
export const leadField = aboutLead(async (lead, asking) => {
  const { meaning, tags, say } = asking;
  if (!/\b(?:tags?|labels?)\b/u.test(meaning.wording.text)) return fieldAnswer(lead, asking);
  const names = lead.tagMarks
    .filter(({ removed }) => removed !== true)
    .flatMap(({ id }) => shownTag(tags, String(id))?.name ?? [])
    .map((name) => quoted(name, say));
  const none = say("no tags", "keine Schlagwörter", "aucune étiquette", "ninguna etiqueta");
  const of = say("Tags of", "Schlagwörter:", "Étiquettes :", "Etiquetas:");
  return about(lead, `${of} ${lead.name}: ${names.join(", ") || none}.`);
});

/** What no field is for, even if the words also name one: "private home address". */
const PERSONAL =
  /\b(?:private|home address|home phone|lives?|birth\w*|age|how old|married|wife|husband|salary|religion|passport)\b/u;

const OF_OWNER =
  /\b(?:own\w*|assigned|responsible|belongs|whose|(?:tak\w+|took) care|look\w* after|in charge|handl\w+|works? on|working on)\b/u;
const OF_STEP = /\b(?:next|due|overdue|to do|todo|planned|reminders?|tasks?)\b/u;

/** Fields that need more than their label in a sentence. */
const NOUNS: Partial<Record<LeadTextField, string>> = { email: "email address", phone: "phone number" };

async function fieldAnswer(lead: StoredLead, asking: Asking): Promise<ChatReply> {
  const { meaning, language, say } = asking;
  const what = meaning.wording.text;
  const { name } = lead;
  const [custom] = fieldsIn(meaning.wording);
  if (custom !== undefined) return customAnswer(lead, custom, language);
  const unknown = say("", "nicht bekannt", "inconnu", "no se conoce");
  const answer = (sentence: string, value: string, none = unknown, ask: readonly string[] = []): ChatReply =>
    about(lead, language === "en" ? sentence : `${name}: ${value || none}`, ask);
  const nothing = (text: string): ChatReply => ({ ...about(lead, text, [`Who is ${name}?`]), from: "none" });
  if (PERSONAL.test(what))
    return nothing(
      say(
        `Winnow doesn't collect private details, so I don't have that about ${name}.`,
        `Private Angaben erfasst Winnow nicht, auch nicht zu ${name}.`,
        `Winnow ne recueille pas de données privées, donc pas sur ${name}.`,
        `Winnow no recoge datos privados, tampoco de ${name}.`,
      ),
    );
  if (/\b(?:reach|contact|call)\b/u.test(what)) {
    const ways = [lead.email, lead.phone].filter(Boolean).join(", ");
    return answer(reachWords(lead.email, lead.phone) || `${name} has no email address or phone number.`, ways);
  }
  if (
    /\b(?:real|valid|ok|okay|fine|correct|deliverable|bounce\w*|fake|disposable|works?)\b/u.test(what) &&
    /\b(?:e?mail|address)\b|@/u.test(what)
  ) {
    const { addressQuality, addressReason } = addressQualityOf(lead);
    const words = { good: "is good", risky: "is risky", bad: "is bad", unknown: "hasn't been checked" };
    const state = addressQuality === null ? "is missing" : words[addressQuality];
    return answer(sentences(`The email address of ${name} ${state}.`, addressReason), lead.email);
  }
  if (OF_OWNER.test(what)) {
    const none = say("", "ohne Betreuer", "sans responsable", "sin responsable");
    return answer(
      lead.owner === "" ? `${name} has no owner.` : `${name} is assigned to ${lead.owner}.`,
      lead.owner,
      none,
    );
  }
  if (OF_STEP.test(what)) {
    const step = lead.nextStep === null ? "" : `${lead.nextStep.text}, ${stepDueWords(lead.nextStep.due, language)}`;
    const none = say("", "kein nächster Schritt", "aucune prochaine étape", "sin próximo paso");
    return answer(nextStepWords(lead) || `${name} has no next step.`, step, none);
  }
  const field =
    askedField(what) ??
    (/\b(?:works?|employed)\b/u.test(what)
      ? "company"
      : /\b(?:want\w*|writ\w+|wrote|need\w*|say|said|ask\w*|interested)\b/u.test(what)
        ? "notes"
        : /\be?mails?\b/u.test(what)
          ? "email"
          : undefined);
  if (field === "notes") {
    const notes = messageOf(lead);
    return answer(notes === "" ? `There are no notes about ${name}.` : `Notes about ${name}:\n${notes}`, notes);
  }
  if (field !== undefined) {
    const noun = NOUNS[field] ?? fieldNoun(field);
    const value = lead[field];
    return answer(value === "" ? `I don't have a ${noun} for ${name}.` : `${name}'s ${noun} is ${value}.`, value);
  }
  const { status, statusSetBy, keywords, score } = lead;
  if (/statu[st]|estado/u.test(what))
    return answer(`${name} ${statusWords(status, statusSetBy)}.`, oneStatusIn(status, language));
  if (/keyword/u.test(what)) {
    const matched = listed(keywords, language);
    return answer(
      matched === "" ? `${name} matches no keywords.` : `Keywords matched for ${name}: ${matched}.`,
      matched,
    );
  }
  if (/\b(?:scores?|points|rated|rating|good|worth)\b/u.test(what)) {
    const state = /\bworth\b/u.test(what) ? ` and ${statusWords(status, statusSetBy)}` : "";
    return answer(`${name} has a score of ${score}${state}.`, String(score), unknown, [`Why is ${name} at ${score}?`]);
  }
  const known = say("What is known:", "Bekannt ist:", "Ce qui est connu :", "Lo que se sabe:");
  return { ...about(lead, [known, ...(await profileOf(lead, asking))]), leads: [cardOf(lead)] };
}

/** "What is the budget of Ann Lee?" */
function customAnswer(lead: StoredLead, { id, name }: AskedField, language: Language): ChatReply {
  const value = lead.customFields.find((one) => one.id === Number(id))?.value;
  const none = sayIn(language)("not set", "nicht gesetzt", "non renseigné", "sin valor");
  const words = value === undefined ? none : fieldValueWords(value, language);
  return about(lead, language === "en" ? `${name} of ${lead.name}: ${words}.` : `${lead.name}, ${name}: ${words}.`);
}

/** "Budget: 5,000", "Segment: SMB" */
function valuesOf({ customFields }: StoredLead, fields: readonly CustomField[], language: Language): string[] {
  return fields
    .flatMap(({ id, name }) =>
      customFields
        .filter((one) => one.id === Number(id))
        .map(({ value }) => `${name}: ${fieldValueWords(value, language)}`),
    )
    .slice(0, FIELDS_SHOWN);
}

/** The notes, or else the longest text of what came in. */
export function messageOf({ notes, rawData }: StoredLead): string {
  if (notes.trim() !== "") return shortened(notes, MESSAGE_SHOWN);
  const origins = Array.isArray(rawData) ? (rawData as { raw?: Record<string, unknown> }[]) : [];
  const texts = origins.flatMap(({ raw = {} }) => Object.values(raw).filter((text) => typeof text === "string"));
  return shortened(
    texts.filter((text) => /\s/u.test(text)).toSorted((one, other) => other.length - one.length)[0] ?? "",
    MESSAGE_SHOWN,
  );
}

function nextStepWords({ nextStep }: StoredLead): string {
  return nextStep === null ? "" : `Next step: ${nextStep.text}, due ${stepDueWords(nextStep.due)}.`;
}

function about(lead: StoredLead, text: string | readonly string[], suggestions: readonly string[] = []): ChatReply {
  return fromData(text, [leadLink(lead.id, lead.name)], suggestions);
}

/** The sheet and row, the message or the page that a lead came from. */
export function placeOf({ provenance }: StoredLead): string | undefined {
  const origin = provenance.name ?? Object.values(provenance)[0];
  if (origin === undefined) return undefined;
  const { sourceName, locator } = origin;
  // Rows of a file name it themselves.
  return [locator.startsWith(sourceName) ? "" : sourceName, locator].filter(Boolean).join(", ");
}

function originWords(lead: StoredLead, now: Date): string {
  const { source, createdAt, name } = lead;
  const from = placeOf(lead) ?? sourceWords(source);
  return `${name} came in ${momentWords(createdAt, now)}: ${from}.`;
}

function reachWords(email: string, phone: string): string {
  const ways = [email === "" ? "" : `by email at ${email}`, phone === "" ? "" : `by phone at ${phone}`].filter(Boolean);
  return ways.length === 0 ? "" : `You can reach them ${listed(ways)}.`;
}

function missingSentence({ name, missingInfo }: StoredLead): string {
  return missingInfo.length === 0
    ? ""
    : `Missing for ${name}: ${listed(missingInfo.map((info) => missingIn(info, "en")))}.`;
}
