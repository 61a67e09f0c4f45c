import { expect, test } from "vitest";
import { counted } from "#shared/counted.ts";
import { everyWords } from "#shared/durations.ts";
import { listed, momentWords, sinceWords, stepDueWords } from "#server/assistant/words/moment.ts";

const NOW = new Date(2026, 5, 17, 15, 30);
const at = (month: number, day: number, hour: number, minute = 0, year = 2026): Date =>
  new Date(year, month - 1, day, hour, minute);

test.each([
  [new Date(NOW.getTime() - 20_000), "just now"],
  [at(6, 17, 15, 10), "20 minutes ago"],
  [at(6, 17, 9), "today at 09:00"],
  [at(6, 16, 23, 59), "yesterday at 23:59"],
  [at(5, 3, 8), "on May 3 at 08:00"],
  [at(12, 3, 8, 0, 2025), "on December 3, 2025 at 08:00"],
  [at(6, 17, 15, 45), "in 15 minutes"],
  [at(6, 18, 8), "tomorrow at 08:00"],
])("%s is %s", (moment, words) => {
  expect(momentWords(moment, NOW)).toBe(words);
});

test.each([
  ["de", "am 3. Mai, 08:00", "vor 20 Minuten"],
  ["fr", "le 3 mai, 08:00", "il y a 20 minutes"],
  ["es", "el 3 de mayo, 08:00", "hace 20 minutos"],
] as const)("in %s it is %s", (language, day, minutes) => {
  expect(momentWords(at(5, 3, 8), NOW, language)).toBe(day);
  expect(momentWords(at(6, 17, 15, 10), NOW, language)).toBe(minutes);
});

test("in another time zone, the day and the clock are of that zone", () => {
  const now = new Date("2026-12-31T16:00:00Z");
  const words = (moment: string, timeZone: string) => momentWords(moment, now, "en", timeZone);
  expect(words("2027-01-01T07:00:00Z", "Europe/Berlin")).toBe("tomorrow at 08:00");
  expect(words("2026-12-31T22:00:00Z", "Asia/Tokyo")).toBe("today at 07:00");
  expect(words("2026-12-20T16:00:00Z", "Asia/Tokyo")).toBe("on December 21, 2026 at 01:00");
  // The clocks go forward in between.
  const march = new Date("2026-03-28T12:00:00Z");
  expect(momentWords("2026-03-29T21:30:00Z", march, "en", "Europe/Berlin")).toBe("tomorrow at 23:30");
});

test("since then", () => {
  expect(sinceWords(at(6, 17, 15, 10), NOW)).toBe("for 20 minutes");
  expect(sinceWords(at(5, 3, 8), NOW)).toBe("since May 3 at 08:00");
});

test("numbers and lists", () => {
  expect([counted(1, "lead"), counted(1204, "lead")]).toEqual(["1 lead", "1,204 leads"]);
  expect([listed([]), listed(["a"]), listed(["a", "b", "c"])]).toEqual(["", "a", "a, b and c"]);
  expect([15, 60, 240, 1_440].map((minutes) => everyWords(minutes))).toEqual([
    "every 15 minutes",
    "every hour",
    "every 4 hours",
    "every day",
  ]);
  expect(everyWords(60, "Every")).toBe("Every hour");
});

test("a next step's day is in words", () => {
  expect(stepDueWords("2026-01-31")).toBe("January 31, 2026");
  expect(stepDueWords("2026-01-31T14:30", "de")).toBe("31. Januar 2026, 14:30");
});
