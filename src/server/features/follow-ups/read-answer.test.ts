import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAnswer, wantsStop } from "#server/features/follow-ups/read-answer.ts";
import { WORDINGS } from "#server/features/follow-ups/wording.ts";

const kept = (text: string, more: object = {}) => ({ text, phone: "", company: "", title: "", ...more });

describe("a lead's answers", () => {
  test.each([
    ["a number alone", "+44 20 7946 0123", ["phone"], { phone: "+44 20 7946 0123" }],
    ["a number without a country", "0341 1234567", ["phone"], { phone: "0341 1234567" }],
    ["a company alone", "Lee Engineering", ["company"], { company: "Lee Engineering" }],
    [
      "both, each named",
      "Firma: Muster Bau\nTelefon: 0341 1234567",
      ["phone", "company"],
      { phone: "0341 1234567", company: "Muster Bau" },
    ],
    ["a question in return", "Which product is this about?", ["company"], {}],
    ["no company", "None, I am a private person", ["company"], {}],
    ["no", "No thanks", ["company"], {}],
  ] as const)("%s", (_what, text, asked, fields) => {
    expect(readAnswer(kept(text), asked).fields).toEqual(fields);
  });

  test("what the analysis read in the signature stays in the signature", () => {
    const answer = readAnswer(kept("See below.", { phone: "+44 20 7946 0123", methods: { phone: "signature" } }), [
      "phone",
    ]);
    expect(answer).toMatchObject({ fields: { phone: "+44 20 7946 0123" }, methods: { phone: "signature" } });
  });

  test("a number is no need, a sentence is one", () => {
    expect(
      readAnswer(kept("Hello, my number is +44 20 7946 0123. Thanks", { phone: "+44 20 7946 0123" }), ["need"]).need,
    ).toBe("");
    const wish = "We want to replace our old telephone system by March.";
    expect(readAnswer(kept(wish), ["need"]).need).toBe(wish);
  });
});

describe("opting out", () => {
  test.each([
    "STOP",
    "Stop.",
    "Please stop writing to me.",
    "unsubscribe",
    "Please do not contact me again",
    "Bitte keine weiteren Mails.",
    "Abmelden",
    "Stopp",
    "Merci de ne plus me contacter",
    "basta",
    "Quiero darme de baja",
    "Please remove my address from your mailing list",
    "Kindly take me off your list",
    "I no longer wish to receive these emails",
    "Please delete my data",
    "Bitte nehmen Sie mich aus Ihrem Verteiler",
    "Bitte löschen Sie meine Daten",
    "Ich möchte nicht mehr kontaktiert werden",
    "Merci de me retirer de votre liste",
    "Je ne souhaite plus recevoir vos mails",
    "Por favor, elimíneme de su lista",
    "No deseo recibir más mensajes",
  ])("is recognized: %s", (text) => expect(wantsStop(text)).toBe(true));

  test.each([
    "Our phone will stop working in May, so we need a new one.",
    "We stopped using the old system.",
    "Bitte rufen Sie mich an.",
    "Nos gusta mucho, basta con llamar.",
    "Can you take me off hold?",
    "Please remove the old pumps. We don't want to receive the new ones before May.",
    "Bitte streichen Sie Position 3 und schreiben Sie mir eine Rechnung.",
    "Ich erhalte Ihre Mails nicht mehr.",
    "Quiero recibir más correos con ofertas.",
  ])("isn't assumed: %s", (text) => expect(wantsStop(text)).toBe(false));
});

test.each(Object.entries(WORDINGS))(
  "a quote of ours without a mark is no wish to stop: %s",
  (_language, { optOut }) => {
    const quoted = `0341 1234567\n\nMia, Acme\n-- \n${optOut("https://winnow.example/u/T")}`;
    expect(wantsStop(quoted)).toBe(false);
    expect(wantsStop(`Stop\n\n${quoted}`)).toBe(true);
  },
);

test("never throws, and never fills in more than was written", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 500 }), (text) => {
      const { fields } = readAnswer(kept(text), ["phone", "company"]);
      for (const value of Object.values(fields)) expect(text).toContain(value);
    }),
  );
});
