import { expect, test } from "vitest";
import { findPhones } from "#server/reading/phone-text.ts";

function read(text: string, country?: string): string[] {
  return findPhones(text, country).map(({ kind, written, e164 }) => `${kind} ${e164 ?? written}`);
}

test.each([
  ["Tel.: +49 (0)30 123456-78, Fax: +49 30 12345679", undefined, ["phone +493012345678", "fax +493012345679"]],
  ["T: 020 7946 0958 F: 020 7946 0959", "GB", ["phone +442079460958", "fax +442079460959"]],
  ["Tel/Fax: 030 / 123 45 67", "DE", ["phone +49301234567"]],
  ["Mobil 0171 1234567", "DE", ["mobile +491711234567"]],
  ["0171 1234567", "DE", ["phone +491711234567"]],
  ["M +44 7700 900123", undefined, ["mobile +447700900123"]],
  ["Fax\n+49 30 7654321", undefined, ["fax +49307654321"]], // the label on the line before
  ["+33 1 23 45 67 89 (fax)", undefined, ["fax +33123456789"]],
  ["Télécopie : 01 23 45 67 89", "FR", ["fax +33123456789"]],
  ["Telefax 040/123456", "DE", ["fax +4940123456"]],
  ["тел. 8 (495) 123-45-67 факс 8 (495) 123-45-68", "RU", ["phone +74951234567", "fax +74951234568"]],
  ["电话：010-12345678 传真：010-12345679", "CN", ["phone +861012345678", "fax +861012345679"]],
  ["ＴＥＬ：０３－１２３４－５６７８", "JP", ["phone +81312345678"]],
  ["tel:+14155552671", undefined, ["phone +14155552671"]],
  ["0049 30 1234567", undefined, ["phone +49301234567"]],
  ["Call me at (415) 555-2671 ext. 5", "US", ["phone +14155552671;ext=5"]],
  ["(415) 555-2671", undefined, ["phone (415) 555-2671"]], // whose country is not known
  ["030 123456 / 030 123457", "DE", ["phone +4930123456", "phone +4930123457"]],
  ["Mon-Fri 9-17 0800 1234567", "DE", ["phone +498001234567"]],
  ["+1 415 555 2671\n+1 415 555 2672", undefined, ["phone +14155552671", "phone +14155552672"]],
])("reads %j (%s)", (text, country, expected) => {
  expect(read(text, country)).toEqual(expected);
});

test.each([
  "IBAN DE89 3704 0044 0532 0130 00",
  "USt-IdNr. DE123456789",
  "2026-05-03 12:30",
  "03.05.2026",
  "2019 - 2026",
  "192.168.100.200",
  "52.520008, 13.404954",
  "Order no. 123 456 7890",
  "Invoice 2026 0001234",
  "Kto. 1234567 BLZ 37040044",
  "SIRET 123 456 789 00012",
  "HRB 123456",
  "ISBN 978-3-16-148410-0",
  "$1,234,567.00",
  "10.000.000 Euro",
  "12345 Berlin",
  "https://acme.com/12345678901",
  "0000000000",
])("finds no phone in %j", (text) => {
  expect(read(text, "DE")).toEqual([]);
});

test("says where a number stands", () => {
  const text = "Call +49 30 1234567 now";
  const [found] = findPhones(text);
  expect(text.slice(found?.start, found?.end)).toBe("+49 30 1234567");
});
