import { DAY } from "#shared/durations.ts";
import type { Asking } from "#server/assistant/answers/answer.ts";
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
