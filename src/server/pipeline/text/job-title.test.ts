import { expect, test } from "vitest";
import { readJobTitle } from "#server/pipeline/text/job-title.ts";

test.each([
  "CEO",
  "Head of Sales",
  "Co-Founder & CTO",
  "Senior Software Engineer, Platform",
  "Geschäftsführer",
  "Vertriebsleiterin DACH",
  "Software-Entwickler",
  "Software-Developer",
  "Chargée d'affaires",
  "Dy. General Manager",
  "Leiter Einkauf",
  "Kurs-Instruktor",
  "Küchenchefin",
  "Bezirksvorständin",
  "Specjalista ds. Zakupów",
  "Directrice commerciale",
  "Lehrkraft für besondere Aufgaben",
  "Informático",
  "Responsable achats",
  "Gerente de compras",
  "Генеральный директор",
  "代表取締役",
  "销售经理",
  "팀장",
  "مدير المشتريات",
  "Næstformand",
  "Bestyrelsesmedlem",
  "Seniorkonsulent",
  "Penningmeester",
  "Vice-Présidente",
  "Jugendwartin",
  "egyetemi docens",
  "Šéfredaktorka",
  "Kierownik magazynu i transportu",
  "SPECJALISTA DO SPRAW UMÓW I KOSZTÓW",
  "Auszubildende",
  "tudományos segédmunkatárs",
  "Materialforvalter",
  "Präsidentin",
  "Bibliotecóloga",
  "Board member",
  "Red Hat Partner Engineer",
  "зам. директора по закупкам",
])("%j is a title", (text) => {
  expect(readJobTitle(text)).toBe(text);
});

test.each([
  "We are looking for a manager",
  "Contact our sales manager",
  "Director since I moved here",
  "Sales",
  "Anna Schmidt",
  "Acme GmbH",
  "12 Baker Street, London",
  "Baker Street Flowers",
  "12 Rue du Président Wilson",
  "[TOKYO head office]",
  "Manager since 2019, call 030 123456",
  "",
])("%j isn't", (text) => {
  expect(readJobTitle(text)).toBeNull();
});

test("a label before it is removed", () => {
  expect(readJobTitle("Position: Buyer")).toBe("Buyer");
});

test("the preposition of a link behind it is removed", () => {
  expect(readJobTitle("Professor of")).toBe("Professor");
  expect(readJobTitle("CEO der")).toBe("CEO");
});
