import { expect, test } from "vitest";
import { readPersonName } from "#server/pipeline/text/person-name.ts";

test.each([
  ["Anna Schmidt", "Anna Schmidt"],
  ["Dr. Anna Schmidt", "Anna Schmidt"],
  ["Prof. Dr. med. Hans Maier", "Hans Maier"],
  ["Herr Müller", "Müller"],
  ["Phil Müller", "Phil Müller"],
  ["Dr. phil. Hans Maier", "Hans Maier"],
  ["Prof.dr.ir. Hans Maier", "Hans Maier"],
  ["M.Jean-Luc Roux", "Jean-Luc Roux"],
  ["Anna Schmidt Tel.", "Anna Schmidt"],
  ["İLKNUR IŞIK KAYA", "İlknur Işık Kaya"],
  ["Mme.Anne ROUX", "Anne ROUX"],
  ["J.Smith Brown", "J.Smith Brown"],
  ["The Reverend Canon David Lowe", "David Lowe"],
  ["Rev'd Angela Austen", "Angela Austen"],
  ["Eng° Luciano Rossi", "Luciano Rossi"],
  ["Frau Dipl.-Ing. (FH) Anna Huber", "Anna Huber"],
  ["Dipl.-Vw./Dipl.-Kfm. Anna Huber", "Anna Huber"],
  ["Prof. Dr.-Ing. Anna Huber", "Anna Huber"],
  ["Mag.a Anna Huber", "Anna Huber"],
  ["Mag. Anna Huber BA", "Anna Huber"],
  ["Anna MA", "Anna MA"],
  ["Anna Huber III", "Anna Huber III"],
  ["M. en I. Ana Lara Paz", "Ana Lara Paz"],
  ["C.P.C. Ana Lara Paz", "Ana Lara Paz"],
  ["J.R. Lara Paz", "J.R. Lara Paz"],
  ["mw. A. Bos-Kuiper", "A. Bos-Kuiper"],
  ["dr hab. Jan Nowicki", "Jan Nowicki"],
  ["Assoc. Prof. Ngozi Eze", "Ngozi Eze"],
  ["Mrs Emily Hallam.", "Emily Hallam"],
  ["Mr. John Q. Public Jr.", "John Q. Public"],
  ["Lee, Ann", "Ann Lee"],
  ["Prof, Ann Lee", "Ann Lee"],
  ["Ann Lee (Mrs.),", "Ann Lee"],
  ["(Mrs.) Ann Lee", "Ann Lee"],
  ["From: Dr. Ann Lee", "Ann Lee"],
  ["de la Cruz, Ana", "Ana de la Cruz"],
  ["ANNA MÜLLER-LUNZ", "Anna Müller-Lunz"],
  ["MARIA DE SOUZA", "Maria de Souza"],
  ["Jean-Pierre DUPONT", "Jean-Pierre DUPONT"],
  ["Ludwig van der Berg", "Ludwig van der Berg"],
  ["J. R. Smith", "J. R. Smith"],
  ["Anna Schmidt, CEO", "Anna Schmidt"],
  ["President Prof. Anna Schmidt", "Anna Schmidt"],
  ["Dean Anna Schmidt", "Dean Anna Schmidt"], // Dean is a given name, too
  ["Anna Schmidt, PhD, MBA", "Anna Schmidt"],
  ["Anna Schmidt DSc(Tech)", "Anna Schmidt"],
  ["Mark Twain (he/him)", "Mark Twain"],
  ["Contact: Tom Jones", "Tom Jones"],
  ["anna schmidt", "Anna Schmidt"],
  ["Ngozi Okafor", "Ngozi Okafor"],
  ["Peter Bank", "Peter Bank"], // a word, but behind a given name
  ["María José García López", "María José García López"],
  ["Иван Петров", "Иван Петров"],
  ["Зюзька Люция Фролевна", "Зюзька Люция Фролевна"],
  ["Γιώργος Παπαδόπουλος", "Γιώργος Παπαδόπουλος"],
  ["محمد علي", "محمد علي"],
  ["王小明", "王小明"],
  ["李经理", "李"],
  ["山田 太郎", "山田 太郎"],
  ["田中 さくら様", "田中 さくら"],
  ["김민수 대표", "김민수"],
])("the name in %j is %j", (text, expected) => {
  expect(readPersonName(text)?.name ?? null).toBe(expected);
});

test.each([
  "Our Team",
  "Contact Us",
  "Sales Department",
  "Dział Sprzedaży",
  "Vedení Provozovna",
  "Föreningens Medlemmar",
  "Graduate Chemistry",
  "Sedona Resort",
  "Katedra Nowak",
  "Read More",
  "Privacy Policy",
  "New York",
  "Unsere Leistungen",
  "Quality Management",
  "Geschäftsführer",
  "Chief Executive",
  "Mentions légales",
  "Acme GmbH",
  "Northwind Traders",
  "Tom's Garage",
  "Marine Pump Laboratory",
  "株式会社山田",
  "営業部",
  "联系我们",
  "Anna und Peter",
  "Ben & Jerry",
  "anna@acme.de",
  "Anna Schmidt wrote us yesterday about her new machine",
  "Suite 400",
  "San Fernando",
  "Riverside Cottage",
  "",
])("%j isn't a name", (text) => {
  expect(readPersonName(text)).toBeNull();
});

test("a known given name or a form of address beats two capitals", () => {
  const certaintyOf = (text: string): number => readPersonName(text)?.certainty ?? 0;
  expect(certaintyOf("Frau Zyx Qwert")).toBeGreaterThan(certaintyOf("Anna Qwert"));
  expect(certaintyOf("Anna Qwert")).toBeGreaterThan(certaintyOf("Zyx Schmidt"));
  expect(certaintyOf("Zyx Schmidt")).toBeGreaterThan(certaintyOf("Zyx Qwert"));
});

test("a patronymic confirms unknown names", () => {
  expect(readPersonName("Зюзька Люция Фролевна")?.certainty).toBeGreaterThan(0.8);
});
