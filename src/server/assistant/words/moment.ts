import { counted } from "#shared/counted.ts";
import type { Language } from "#shared/language.ts";
import { DAY, HOUR, MINUTE } from "#shared/durations.ts";
import { userTimeZone } from "#server/assistant/words/local-time.ts";
import { sayIn, type Say } from "#server/assistant/words/say.ts";
import { dayIn } from "#server/features/reports/content/zoned-words.ts";
import { clockWords, dayWords } from "#server/platform/english-dates.ts";

/** A past or future time in words, by default in the user's time zone: "20 minutes ago", "tomorrow at 08:00". */
export function momentWords(
  moment: string | Date,
  now: Date,
  language: Language = "en",
  timeZone: string = userTimeZone(),
): string {
  const at = new Date(moment);
  const away = at.getTime() - now.getTime();
  if (language === "en" && away <= 0 && away > -MINUTE) return "just now";
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const minutes = away > 0 ? Math.max(1, Math.round(away / MINUTE)) : -Math.floor(-away / MINUTE);
  if (Math.abs(away) < HOUR) return relative.format(minutes, "minute");
  const [day, today] = [dayIn(at, timeZone), dayIn(now, timeZone)];
  const days = (Date.parse(day) - Date.parse(today)) / DAY;
  const clock = `${language === "en" ? " at" : ","} ${clockWords(at, timeZone)}`;
  if (Math.abs(days) <= 1) return `${relative.format(days, "day")}${clock}`;
  const withYear = day.slice(0, 4) !== today.slice(0, 4);
  if (language === "en") return `on ${dayWords(at, { timeZone, withYear })}${clock}`;
  const year = withYear ? ({ year: "numeric" } as const) : {};
  const on = sayIn(language)("on", "am", "le", "el");
  return `${on} ${new Intl.DateTimeFormat(language, { timeZone, day: "numeric", month: "long", ...year }).format(at)}${clock}`;
}

/** A scheduled time in words; anything already due runs at the next tick. */
export function dueWords(moment: string, now: Date): string {
  return Date.parse(moment) <= now.getTime() ? "within the next minute" : momentWords(moment, now);
}

/** When a next step is due, given as "2026-01-31T14:30": "January 31, 2026, 14:30". */
export function stepDueWords(due: string, language: Language = "en"): string {
  const [date = "", time] = due.split("T");
  const at = new Date(`${date}T00:00Z`);
  const words =
    language === "en"
      ? dayWords(at, { timeZone: "UTC", withYear: true })
      : at.toLocaleDateString(language, { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" });
  return time === undefined ? words : `${words}, ${time}`;
}

/** The days from one moment to before another: "Jan 3 – 9, 2026". */
export function datesIn(from: Date, to: Date, language: Language): string {
  const dates = { day: "numeric", month: "short", year: "numeric", timeZone: userTimeZone() } as const;
  return new Intl.DateTimeFormat(language, dates).formatRange(from, new Date(to.getTime() - 1));
}

/** A duration so far: "for 20 minutes", "since yesterday at 14:05", "since May 3 at 08:00". */
export function sinceWords(moment: string | Date, now: Date): string {
  const lasted = now.getTime() - new Date(moment).getTime();
  if (lasted < HOUR) return `for ${counted(Math.max(1, Math.floor(lasted / MINUTE)), "minute")}`;
  return `since ${momentWords(moment, now).replace(/^on /u, "")}`;
}

export function numberWords(count: number, language: Language = "en"): string {
  return count.toLocaleString(language);
}

/** "a", "a and b", "a, b and c". */
export function listed(items: readonly string[], language: Language = "en"): string {
  const last = items.at(-1) ?? "";
  const and = sayIn(language)("and", "und", "et", "y");
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} ${and} ${last}`;
}

/** The first of many, and how many more there are. */
export function atMost(items: readonly string[], most: number, say: Say): string[] {
  const n = items.length - most;
  return n <= 0 ? [...items] : [...items.slice(0, most), say(`${n} more`, `${n} weitere`, `${n} de plus`, `${n} más`)];
}
