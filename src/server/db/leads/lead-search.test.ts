import { describe, expect, it } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { searchOf, searchTextsOf } from "#server/db/leads/lead-search.ts";
import { addLeads, ENGINES, newLead, openTestStore } from "#test/stores.ts";

const ADA = {
  name: "Ada Lovelace",
  email: "ada@engines.example",
  emailKey: "ada@engines.example",
  company: "Büro & Söhne 100%",
  industry: "Logistik",
  title: "Head of Sales_EMEA",
  phone: "030/1234-567",
  phoneKey: "+49301234567",
  notes: "Prefers a Demo-Tag (Zoé, acme.com) in 2027. 我们需要小龙",
  facts: [
    { name: "Subject", value: "Pricing" },
    { name: "Message", value: "Wir planen eine Messe: 400 Gäste\nund suchen einen Caterer." },
  ],
};
const BLANK = { email: "", company: "", industry: "", title: "", notes: "", facts: [] };
const UNKNOWN_COUNTRY = { ...BLANK, name: "Bo", phone: "(089) 7654 321", phoneKey: null };
const AMERICAN = { ...BLANK, name: "Cy", phone: "(415) 555-2671", phoneKey: "+14155552671;ext=5" };

describe.each(ENGINES)("the search on %s", (engine) => {
  it("finds all words in any order, in all fields", async () => {
    const store = await openTestStore(engine);
    await addLeads(store, [ADA, UNKNOWN_COUNTRY, AMERICAN]);
    const names = async (search: string): Promise<string> => {
      const { json } = await store.leads.list({ sort: "name", limit: 9, view: "row", search });
      const { count } = await store.leads.count({ search });
      const found = (JSON.parse(json) as { name: string }[]).map(({ name }) => name.split(" ")[0] ?? "");
      expect(count).toBe(found.length);
      return found.join(" ");
    };
    const cases: [search: string, found: string, why: string][] = [
      ["ada lovelace", "Ada", "name"],
      ["LOVELACE ádä", "Ada", "any order, case and accents"],
      ["ada sohne", "Ada", "name and company"],
      ["ada logist", "Ada", "name and industry"],
      ["ovel ngine", "Ada", "parts of short fields"],
      ["sales messe ada", "Ada", "title, message and name"],
      ["pric", "Ada", "the subject"],
      ["gaste cater", "Ada", "starts of words in the message"],
      ["ada messe", "Ada", "name and message"],
      ["+49 30 1234 messe", "Ada", "phone and message"],
      ["0301234 gaste sales", "Ada", "national phone, message and title"],
      ["ada m", "Ada", "a letter"],
      ["lo ad", "Ada", "two starts of two letters"],
      ["ve el", "", "no other parts of two letters"],
      ["lace ad", "", "nor next to longer ones"],
      ["ada - sales", "Ada", "a dash"],
      ["aterer", "", "no other parts of words in it"],
      ["demo-tag zoe", "Ada", "words between punctuation"],
      ["acme.com", "Ada", "an address in the notes"],
      ["40 2027", "Ada", "starts of numbers"],
      ["小龙", "Ada", "a script without spaces"],
      ["需要小", "Ada", "three of its characters"],
      ["小要", "", "not in this order"],
      ["030 1234", "Ada", "phone, national"],
      ["0301234567", "Ada", "phone without spaces"],
      ["(030) 12 34 56", "Ada", "phone in pairs"],
      ["+49 30 1234", "Ada", "phone, international"],
      ["+49 (0)30 / 1234-5", "Ada", "phone with everything"],
      ["0049 30 1234", "Ada", "phone as dialed"],
      ["1234567 ada", "Ada", "local number and name"],
      ["+43 30 1234", "", "another country"],
      ["030 4321", "", "another number"],
      ["+49 89 7654", "Bo", "phone without a country"],
      ["089/7654321", "Bo", "phone without a country, national"],
      ["415 555 26", "Cy", "phone without a trunk prefix"],
      ["+1 (415) 555-2671", "Cy", "American phone"],
      ["ada nobody", "", "a word that is nowhere"],
      ["ada caterer zebra", "", "the third word is nowhere"],
      ["", "Ada Bo Cy", "nothing"],
      [" \t ", "Ada Bo Cy", "white space"],
      ["100%", "Ada", "percent sign"],
      ["l%ce", "", "percent sign as a wildcard"],
      ["sales_emea &", "Ada", "underscore and ampersand"],
      ["lovel_ce", "", "underscore as a wildcard"],
      ["ada*", "Ada", "asterisk"],
      ['"ada" lovelace', "Ada", "quotes"],
      ['ada" OR "nobody', "", "quotes around an operator"],
      ["name:ada", "", "colon"],
      ["ada OR nobody", "", "operators"],
      ["ada'", "Ada", "apostrophe"],
      ["'", "", "only an apostrophe"],
      ["\\", "", "backslash"],
      ["z".repeat(LIMITS.list.searchLength), "", "a long word"],
      ["a d ".repeat(LIMITS.list.searchLength / 4), "Ada", "many words"],
      [Array.from({ length: 100 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(" "), "", "many other words"],
    ];
    for (const [search, found, why] of cases) expect([why, await names(search)]).toEqual([why, found]);
  });
});

describe.each(ENGINES)("letters missing on many keyboards, on %s", (engine) => {
  it("are found as people type them", async () => {
    const store = await openTestStore(engine);
    const names = [
      "Søren Kjær",
      "Łukasz Wójcik",
      "Jürgen Müller",
      "Joerg Schroeder",
      "Seán O’Brien",
      "Weiß GROẞ",
      "Mary Smith\u2011Jones",
      "محـمد علی",
      "Yosi בע״מ",
      "İpek Işık",
      "김철수",
      "ガイド 株式会社",
    ];
    await addLeads(store, [
      ...names.map((name) => ({ ...BLANK, name, phone: "", phoneKey: null })),
      { ...BLANK, name: "Bo", phone: "٠٥٠ ١٢٣ ٤٥٦٧", phoneKey: null },
      { ...BLANK, name: "Cy", phone: "", phoneKey: null, notes: "Łódź, 25 år, ２０２７" },
    ]);
    const found = async (search: string): Promise<string[]> => {
      const { json } = await store.leads.list({ sort: "createdAt", limit: 20, view: "row", search });
      return (JSON.parse(json) as { name: string }[]).map(({ name }) => name);
    };
    for (const [search, name] of [
      ["soren", "Søren Kjær"],
      ["kjaer", "Søren Kjær"],
      ["SØREN KJÆR", "Søren Kjær"],
      ["lukasz wojcik", "Łukasz Wójcik"],
      ["muller", "Jürgen Müller"],
      ["mueller", "Jürgen Müller"],
      ["juergen mueller", "Jürgen Müller"],
      ["mu\u0308ller", "Jürgen Müller"],
      ["jörg", "Joerg Schroeder"],
      ["schröder jo", "Joerg Schroeder"],
      ["o'brien", "Seán O’Brien"],
      ["O’Brien sean", "Seán O’Brien"],
      ["weiss gross", "Weiß GROẞ"],
      ["WEIẞ groß", "Weiß GROẞ"],
      ["smith-jones", "Mary Smith\u2011Jones"],
      ["smith–jones", "Mary Smith\u2011Jones"],
      ["محمد علي", "محـمد علی"],
      ['בע"מ', "Yosi בע״מ"],
      ["ipek isik", "İpek Işık"],
      ["IPEK IŞIK", "İpek Işık"],
      ["김철", "김철수"],
      ["ｶﾞｲﾄﾞ", "ガイド 株式会社"],
      ["式会", "ガイド 株式会社"],
      ["050 1234567", "Bo"],
      ["٠٥٠١٢٣٤", "Bo"],
      ["lodz", "Cy"],
      ["2027", "Cy"],
      ["٢٠٢٧", "Cy"],
    ]) {
      expect([search, await found(search ?? "")]).toEqual([search, [name]]);
    }
    expect(await found("blue")).toEqual([]);
  });
});

it("stores the words of a very long text only once, and only of its beginning", () => {
  const notes = `${"catering ".repeat(1_000)}${"x".repeat(100)} ${"y ".repeat(200_000)}beyond`;
  const { words } = searchTextsOf(newLead({ notes, facts: [] }));
  expect(words).toMatch(new RegExp(` catering x{32} y$`));
  expect(searchOf(" ")).toBeNull();
});
