import { expect, test } from "vitest";
import { readCompanyName } from "#server/pipeline/text/company-name.ts";

test.each([
  ["Acme GmbH", "Acme GmbH"],
  ["© Copyright Acme S.R.L. PI", "Acme S.R.L."],
  ["Acme APS", "Acme APS"],
  ["1) Acme Ltd", "Acme Ltd"],
  ["Willkommen bei der Acme Musikschule e.V.", "Acme Musikschule e.V."],
  ["Acme GmbH & Co. KG", "Acme GmbH & Co. KG"],
  ["Acme, Inc.", "Acme, Inc."],
  ["Association des Amis (ASA) - Paris", "Association des Amis (ASA)"],
  ["Pizzeria Roma", "Pizzeria Roma"],
  ["Acme Co.,LTD in Berlin", "Acme Co.,LTD"],
  ["Acme Pty Ltd", "Acme Pty Ltd"],
  ["Acme Sp. z o.o.", "Acme Sp. z o.o."],
  ["Acme S.p.A.", "Acme S.p.A."],
  ["Transportes García S.L.", "Transportes García S.L."],
  ["Boulangerie Dupont SARL", "Boulangerie Dupont SARL"],
  ["© 2026 Acme Ltd. All rights reserved.", "Acme Ltd."],
  ["Muster AG, Hauptstr. 5, Zürich", "Muster AG"],
  ["Müller Maschinenbau", "Müller Maschinenbau"],
  ["Smith & Sons", "Smith & Sons"],
  ["Acme Representações Ltda", "Acme Representações Ltda"], // "es" is a whole word only
  ["Farmacia del Puerto", "Farmacia del Puerto"],
  ["Gmina Acmowo, Rynek 4", "Gmina Acmowo"],
  ["容城阿克米有限公司具体地址位于河北省", "容城阿克米有限公司"],
  ["阿克米有限公司北京分公司", "阿克米有限公司北京分公司"],
  ["Éditeur : SARL Les Tilleuls, au capital de 8 000 €", "SARL Les Tilleuls"],
  ["Associação Brasileira da Indústria", "Associação Brasileira da Indústria"],
  ["ООО «Ромашка»", "ООО «Ромашка»"],
  ["株式会社山田製作所", "株式会社山田製作所"],
  ["上海某某有限公司", "上海某某有限公司"],
  ["ACME SP. Z O.O. chroni dane", "ACME SP. Z O.O."],
  ["شركة النور", "شركة النور"],
])("the company in %j is %j", (text, expected) => {
  expect(readCompanyName(text)).toBe(expected);
});

test.each([
  "Anna Schmidt",
  "Our company is Acme Inc.",
  "Our Company",
  "Home » Company",
  "Also limited",
  "Państwa danych jest Acme S.A.",
  "Elm Cottage, Borris, Co. Carlow",
  "GmbH",
  "Société anonyme (SA)",
  "Em junho de 1968 nasceu a Acme Ltda.",
  "Farmacia",
  "Escuela abierta de lunes a viernes",
  "Find us on social media",
  "Read More",
  "info@acme.de",
  "We sell tools. Acme Ltd. does not.",
  "",
])("%j names none", (text) => {
  expect(readCompanyName(text)).toBeNull();
});
