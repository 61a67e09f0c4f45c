import { expect, test } from "vitest";
import { findPhones } from "#server/pipeline/text/phone-text.ts";

function read(text: string): string[] {
  return findPhones(text).map(({ kind, written }) => `${kind} ${written}`);
}

test.each([
  ["Tel.: +49 (0)30 123456-78, Fax: +49 30 12345679", ["phone +49 (0)30 123456-78", "fax +49 30 12345679"]],
  ["T: 020 7946 0958 F: 020 7946 0959", ["phone 020 7946 0958", "fax 020 7946 0959"]],
  ["Tel/Fax: 030 / 123 45 67", ["phone 030 / 123 45 67"]],
  ["Mobil 0171 1234567", ["mobile 0171 1234567"]],
  ["0171 1234567", ["phone 0171 1234567"]],
  ["M +44 7700 900123", ["mobile +44 7700 900123"]],
  ["Fax\n+49 30 7654321", ["fax +49 30 7654321"]], // the label on the line before
  ["+33 1 23 45 67 89 (fax)", ["fax +33 1 23 45 67 89"]],
  ["+33 1 23 45 67 88 - Fax", ["fax +33 1 23 45 67 88"]],
  ["+33 1 23 45 67 88 fax +33 1 23 45 67 89", ["phone +33 1 23 45 67 88", "fax +33 1 23 45 67 89"]],
  ["503/555-0112", ["phone 503/555-0112"]],
  ["#(503)-555-0112", ["phone (503)-555-0112"]],
  ["Tel. 81-3-5219-4500", ["phone 81-3-5219-4500"]],
  ["Voice: 503 555 0112", ["phone 503 555 0112"]],
  ["Télécopie : 01 23 45 67 89", ["fax 01 23 45 67 89"]],
  ["Telefax 040/123456", ["fax 040/123456"]],
  ["тел. 8 (495) 123-45-67 факс 8 (495) 123-45-68", ["phone 8 (495) 123-45-67", "fax 8 (495) 123-45-68"]],
  ["电话：010-12345678 传真：010-12345679", ["phone 010-12345678", "fax 010-12345679"]],
  ["ＴＥＬ：０３－１２３４－５６７８", ["phone ０３－１２３４－５６７８"]],
  ["tel:+14155552671", ["phone +14155552671"]],
  ["0049 30 1234567", ["phone 0049 30 1234567"]],
  ["Call me at (415) 555-2671 ext. 5", ["phone (415) 555-2671 ext. 5"]],
  ["(415) 555-2671", ["phone (415) 555-2671"]],
  ["030 123456 / 030 123457", ["phone 030 123456", "phone 030 123457"]],
  ["Mon-Fri 9-17 0800 1234567", ["phone 0800 1234567"]],
  ["+1 415 555 2671\n+1 415 555 2672", ["phone +1 415 555 2671", "phone +1 415 555 2672"]],
])("reads %j", (text, expected) => {
  expect(read(text)).toEqual(expected);
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
  "P.I. 01234567890",
  "PI: 01234567890",
  "Registro Imprese di Lecco 01234567890",
  "HRB 123456",
  "ISBN 978-3-16-148410-0",
  "$1,234,567.00",
  "10.000.000 Euro",
  "12345 Berlin",
  "Springfield, MA  01040-2841",
  "https://acme.com/12345678901",
  "0000000000",
])("finds no phone in %j", (text) => {
  expect(read(text)).toEqual([]);
});

test("reports where a number is", () => {
  const text = "Call +49 30 1234567 now";
  const [found] = findPhones(text);
  expect(text.slice(found?.start, found?.end)).toBe("+49 30 1234567");
});
