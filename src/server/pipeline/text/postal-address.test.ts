import { expect, test } from "vitest";
import { findPostalAddress } from "#server/pipeline/text/postal-address.ts";

test.each([
  ["Acme GmbH, Hauptstraße 12a, 10115 Berlin, Germany", "Hauptstraße 12a, 10115 Berlin, Germany"],
  ["Hauptstr. 5\n80331 München\nTel 123", "Hauptstr. 5, 80331 München"],
  ["Visit us: 12 rue de la Paix, 75002 Paris", "12 rue de la Paix, 75002 Paris"],
  ["123 Main St, Suite 400, Springfield, IL 62701", "123 Main St, Suite 400, Springfield, IL 62701"],
  ["10 Downing Street\nLondon\nSW1A 2AA", "10 Downing Street, London, SW1A 2AA"],
  ["Keizersgracht 12, 1015 CJ Amsterdam", "Keizersgracht 12, 1015 CJ Amsterdam"],
  ["Calle Mayor 5, 28013 Madrid", "Calle Mayor 5, 28013 Madrid"],
  ["Calle Mayor 5, Col. Centro, C.P. 68350, San Juan", "Calle Mayor 5, Col. Centro, C.P. 68350, San Juan"],
  ["Via Roma 1, 20121 Milano", "Via Roma 1, 20121 Milano"],
  ["ul. Marszałkowska 10, 00-590 Warszawa", "ul. Marszałkowska 10, 00-590 Warszawa"],
  ["Storgatan 5, 111 22 Stockholm", "Storgatan 5, 111 22 Stockholm"],
  ["200 King Street West, Toronto, ON M5H 3T4", "200 King Street West, Toronto, ON M5H 3T4"],
  ["42, MG Road, Bengaluru - 560001", "42, MG Road, Bengaluru - 560001"],
  ["P.O. Box 123, 8001 Zürich", "P.O. Box 123, 8001 Zürich"],
  ["〒100-0001 東京都千代田区千代田1-1", "〒100-0001 東京都千代田区千代田1-1"],
  ["地址：北京市朝阳区建国路88号", "北京市朝阳区建国路88号"],
  ["101000, Москва, ул. Мясницкая, д. 5", "101000, Москва, ул. Мясницкая, д. 5"],
])("the address in %j", (text, expected) => {
  expect(findPostalAddress(text)?.written).toBe(expected);
});

test.each(["10115 Berlin", "In 2024 Berlin saw rain", "Order 12345 Tools", "anna@acme.de, 10115 Berlin", ""])(
  "%j isn't one",
  (text) => {
    expect(findPostalAddress(text)).toBeNull();
  },
);

test("reports where it is", () => {
  const text = "We are at Hauptstr. 5, 80331 München.";
  const found = findPostalAddress("Acme, Hauptstr. 5, 80331 München.");
  expect(found).toMatchObject({ start: 6 });
  expect(findPostalAddress(text)?.end).toBe(text.length - 1);
});
