import { DAY } from "#shared/durations.ts";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import { MISSING_INFO } from "#shared/lead-status.ts";
import type { Asking } from "#server/assistant/answers/answer.ts";
import type { SelectedLeads } from "#server/assistant/answers/select-leads.ts";
import { missingIn } from "#server/assistant/words/lead-words.ts";
import { readSettings } from "#server/db/read-settings.ts";
import { numberWords } from "#server/assistant/words/moment.ts";

/** "Are we on track for 200 this month?": what the span ends with if leads keep coming in as so far. */
export function paceWords({ meaning: { leads, wording }, now, say, language }: Asking, count: number): string {
  const unit = /^this (week|month|quarter|year)$/u.exec(leads.span?.words ?? "")?.[1];
  if (unit === undefined || leads.span === null || !/\b(?:track|target|goal|pace|reach|hit)\b/u.test(wording.text))
    return "";
  const days = { week: 7, month: 30.4, quarter: 91.3, year: 365 }[unit] ?? 7;
  const passed = Math.max(0.5, (now.getTime() - leads.span.from.getTime()) / DAY);
  const n = numberWords(Math.round((count * days) / passed), language);
  return say(
    `At this pace it will be about ${n} by the end of the ${unit}.`,
    `So weiter wären es am Ende etwa ${n}.`,
    `À ce rythme, ce sera environ ${n} à la fin.`,
    `A este ritmo serán unos ${n} al final.`,
  );
}

/** "Why are so many pending?": how many points they lack, and what isn't known of them. */
export async function lackWords(
  { store, meaning, say, language }: Asking,
  { filter, count, rows }: SelectedLeads,
): Promise<string> {
  if (filter.status !== "pending" || !/\b(?:why|lack\w*|missing|need)\b/u.test(meaning.wording.text)) return "";
  const { qualificationThreshold: threshold } = await readSettings({ store });
  const all = await rows("-score", count);
  const n = (some: number): string => numberWords(some, language);
  const scores = [...Map.groupBy(all, ({ score }) => score)].map(([score, own]) => `${n(own.length)} × ${score}`);
  const missing = MISSING_INFO.flatMap((info) => {
    const own = all.filter(({ missingInfo }) => missingInfo.includes(info)).length;
    return own === 0 ? [] : [`${n(own)} ${missingIn(info, language)}`];
  });
  return say(
    `They are below the threshold of ${threshold}; scores: ${scores.join(", ")}. Missing: ${missing.join(", ") || "nothing"}.`,
    `Sie liegen unter dem Schwellenwert von ${threshold}; Punkte: ${scores.join(", ")}. Es fehlt: ${missing.join(", ") || "nichts"}.`,
    `Ils sont sous le seuil de ${threshold} ; scores : ${scores.join(", ")}. Il manque : ${missing.join(", ") || "rien"}.`,
    `Están por debajo del umbral de ${threshold}; puntuaciones: ${scores.join(", ")}. Falta: ${missing.join(", ") || "nada"}.`,
  );
}

/** Why leads were rejected, as far as it's known. */
export async function reasonWords({ store, say, language }: Asking, rows: readonly LeadRow[]): Promise<string> {
  const { qualificationThreshold: threshold } = await readSettings({ store });
  const n = (some: number): string => numberWords(some, language);
  const below = n(rows.filter(({ score }) => score < threshold).length);
  const bad = n(rows.filter(({ addressQuality }) => addressQuality === "bad" || addressQuality === "risky").length);
  return say(
    `Winnow records no reasons. Of these, ${below} were below the threshold of ${threshold} and ${bad} have a bad or risky address.`,
    `Gründe werden nicht festgehalten. Davon lagen ${below} unter dem Schwellenwert von ${threshold}, ${bad} haben eine schlechte oder riskante Adresse.`,
    `Aucune raison n'est enregistrée. ${below} étaient sous le seuil de ${threshold}, ${bad} ont une adresse mauvaise ou risquée.`,
    `No se registran motivos. ${below} estaban por debajo del umbral de ${threshold} y ${bad} tienen un correo malo o dudoso.`,
  );
}

/** "And in percent?" */
export async function shareWords({ store, meaning: { leads }, say, language }: Asking, count: number): Promise<string> {
  const { from, to } = leads.filter;
  const all = (await store.leads.count({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) })).count;
  const share = (all === 0 ? 0 : (100 * count) / all).toLocaleString(language, { maximumFractionDigits: 1 });
  const n = numberWords(all, language);
  return from === undefined
    ? say(
        `That's ${share}% of all ${n}.`,
        `Das sind ${share} % von allen ${n}.`,
        `C'est ${share} % des ${n}.`,
        `Es el ${share} % de los ${n}.`,
      )
    : say(
        `That's ${share}% of the ${n} that came in then.`,
        `Das sind ${share} % der ${n} aus dieser Zeit.`,
        `C'est ${share} % des ${n} de cette période.`,
        `Es el ${share} % de los ${n} de ese periodo.`,
      );
}

/** Calls and messages to leads aren't recorded; the nearest are changes and next steps. */
export function contactNote({ meaning: { leads }, say }: Asking): string {
  if (!leads.isOfContact) return "";
  const isInTime = leads.excluded.some(({ changedFrom }) => changedFrom !== undefined);
  return isInTime
    ? say(
        "Winnow doesn't record calls or messages; these are the leads that nobody and nothing changed in that time.",
        "Anrufe und Nachrichten erfasst Winnow nicht; dies sind die Leads, an denen sich in der Zeit nichts geändert hat.",
        "Winnow n'enregistre pas les appels ni les messages ; voici les prospects où rien n'a changé pendant ce temps.",
        "Winnow no registra llamadas ni mensajes; estos son los leads en los que no cambió nada en ese tiempo.",
      )
    : say(
        "Winnow doesn't record calls or messages; these are the leads without a next step.",
        "Anrufe und Nachrichten erfasst Winnow nicht; dies sind die Leads ohne nächsten Schritt.",
        "Winnow n'enregistre pas les appels ni les messages ; voici les prospects sans prochaine étape.",
        "Winnow no registra llamadas ni mensajes; estos son los leads sin próximo paso.",
      );
}
