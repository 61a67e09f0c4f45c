import { expect, test } from "vitest";
import { introductionIn } from "#server/pipeline/mail/contact/introduction.ts";

test.each<[text: string, title: string, company: string]>([
  [
    "My name is Ann Lee and I'm the procurement manager at Acme Foods Ltd. We'd like",
    "procurement manager",
    "Acme Foods Ltd.",
  ],
  ["Hi, this is Tom from Acme Logistics. Could you", "", "Acme Logistics"],
  ["I am a managing partner of Lee & Brown and we", "managing partner", "Lee & Brown"],
  ["I work for the City of Utrecht as a fleet coordinator. We", "fleet coordinator", "City of Utrecht"],
  ["We're a small bakery in Leeds called Crumb & Co and need", "", "Crumb & Co"],
  ["I'm writing on behalf of Acme Dairy, where", "", "Acme Dairy"],
  ["Hello,\nAs IT Director of Acme School District I am", "IT Director", "Acme School District"],
  ["I am the Vice President of Global Sales at Acme and", "Vice President of Global Sales", "Acme"],
  ["I am currently an office manager for a law firm", "office manager", ""],
  ["I'm a dentist in London", "dentist", ""],
  ["I run operations at Acme Couriers", "", "Acme Couriers"],
  ["This is Ann Lee, CEO of Acme.", "CEO", "Acme"],
  ["ich bin Geschäftsführerin der Beispiel Elektro GmbH und suche", "Geschäftsführerin", "Beispiel Elektro GmbH"],
  ["ich bin Leiter Einkauf bei der Beispiel AG", "Leiter Einkauf", "Beispiel AG"],
  ["Ich arbeite als Disponent bei Spedition Beispiel und", "Disponent", "Spedition Beispiel"],
  [
    "Bonjour, je suis responsable des achats chez Boulangerie Exemple et",
    "responsable des achats",
    "Boulangerie Exemple",
  ],
  ["Je suis gérante de la société Les Trois Exemples et", "gérante", "Les Trois Exemples"],
  [
    "Hola, soy Ana Ruiz, directora de operaciones de Frutas del Sur. Necesitamos",
    "directora de operaciones",
    "Frutas del Sur",
  ],
  ["meu nome é João Silva e trabalho na Exemplo Silva Lda. Gostaria", "", "Exemplo Silva Lda."],
  ["ik ben eigenaar van Bakkerij de Vries en zoek", "eigenaar", "Bakkerij de Vries"],
])("%s", (text, title, company) => {
  expect(introductionIn(text)).toMatchObject({ title, company });
});

test.each([
  "I'm looking for a manager of Acme Corp",
  "I am a big fan of your Product Manager course",
  "I'm from Manchester and want a van",
  "I'm Tom from New York.",
  "I am in contact with the Director of Sales at Acme Tools",
  "I am interested in the Sales Manager position",
  "As a customer of Acme Inc I am unhappy",
  "This is the mail system at host mx3.",
  "I'm not the manager",
])("nobody is introduced: %s", (text) => {
  expect(introductionIn(text)).toMatchObject({ title: "", company: "" });
});

test("long texts with many openings are read in bounded time", () => {
  expect(introductionIn("I am the ".repeat(100_000))).toMatchObject({ title: "", company: "" });
});
