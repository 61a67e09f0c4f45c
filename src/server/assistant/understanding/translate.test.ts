import { expect, test } from "vitest";
import { translate } from "#server/assistant/understanding/translate.ts";

test.each([
  ["How many leads do we have?", "en", "how many leads do we have"],
  ["Wie viele Leads kamen letzte Woche?", "de", "how many leads came in last week"],
  ["Leads mit mehr als 60 Punkten zeigen", "de", "leads with above 60 points show"],
  ["Combien de prospects ce mois-ci ?", "fr", "how many leads this month"],
  ["d'où viennent nos leads", "fr", "where do come from our leads"],
  ["¿Cuántos están pendientes?", "es", "how many are pending"],
  ["Wer ist Müller?", "de", "who is muller"],
  ["Dan Brown", "en", "dan brown"],
])("%j is %s: %s", (question, language, text) => {
  const { wording, language: found } = translate(question);
  expect({ language: found, text: wording.text }).toEqual({ language, text });
});

test("each word keeps its place in the question", () => {
  const { wording } = translate("Was fehlt bei Zoë O'Neill?");
  const name = wording.words.filter(({ said }) => /Zoë|Neill/u.test(said));
  expect(wording.question.slice(name[0]?.start, name.at(-1)?.end)).toBe("Zoë O'Neill");
});

test("the name of a rule isn't translated and says nothing about the language", () => {
  const names = { rules: ["Asks for a price or a demo"] };
  const { wording, language } = translate("Was passiert, wenn ich Asks for a price or a demo lösche?", names);
  expect(language).toBe("de");
  expect(wording.text).toContain("asks for a price or a demo");
});
