import { describe, expect, test } from "vitest";
import { isoDate } from "#server/pipeline/mail/quotes/written-date.ts";

describe("the date of a message", () => {
  test.each([
    ["in a header", "Sun, 3 May 2026 10:00:00 +0200", "2026-05-03T08:00:00.000Z"],
    ["with the zone's name behind", "Sun, 03 May 2026 10:00:00 +0200 (CEST)", "2026-05-03T08:00:00.000Z"],
    ["west of Greenwich", "3 May 2026 22:30 -0730", "2026-05-04T06:00:00.000Z"],
    ["with an old zone", "Sun, 3 May 2026 10:00:00 EST", "2026-05-03T15:00:00.000Z"],
    ["of two digits", "Sun, 3 May 26 10:00:00 GMT", "2026-05-03T10:00:00.000Z"],
    ["of an old mailbox file", "Sun May  3 10:00:00 2026", "2026-05-03T10:00:00.000Z"],
    ["in ISO 8601", "2026-05-03T10:00:00.123+02:00", "2026-05-03T08:00:00.000Z"],
    ["in ISO 8601 of UTC", "2026-05-03T10:00:00Z", "2026-05-03T10:00:00.000Z"],
    ["of Gmail", "On Sun, May 3, 2026 at 10:05\u202fPM", "2026-05-03T22:05:00.000Z"],
    ["of Outlook", "Sunday, May 3, 2026 12:05 AM", "2026-05-03T00:05:00.000Z"],
    ["of Outlook in Britain", "03 May 2026 10:00", "2026-05-03T10:00:00.000Z"],
    ["of the United States", "5/3/2026 10:00 AM", "2026-05-03T10:00:00.000Z"],
    ["with slashes elsewhere", "03/05/2026 10:00", "2026-05-03T10:00:00.000Z"],
    ["that can only be of the United States", "05/13/2026 22:00", "2026-05-13T22:00:00.000Z"],
    ["in German", "Sonntag, 3. Mai 2026 10:00", "2026-05-03T10:00:00.000Z"],
    ["in German with a zone", "Sonntag, 3. März 2026 um 10:00 Uhr", "2026-03-03T10:00:00.000Z"],
    ["in German numbers", "03.05.2026 10:00 MESZ", "2026-05-03T08:00:00.000Z"],
    ["in French", "dimanche 3 août 2026 à 10:00", "2026-08-03T10:00:00.000Z"],
    ["in French with h", "mar. 1er juil. 2026 à 9h05", "2026-07-01T09:05:00.000Z"],
    ["in Spanish", "domingo, 3 de mayo de 2026 10:00", "2026-05-03T10:00:00.000Z"],
    ["in Spanish afternoons", "dom, 3 ene 2026 a las 4:05 p. m.", "2026-01-03T16:05:00.000Z"],
    ["in Portuguese", "domingo, 3 de fevereiro de 2026 às 10:00", "2026-02-03T10:00:00.000Z"],
    ["in Italian", "domenica 3 maggio 2026 10:00", "2026-05-03T10:00:00.000Z"],
    ["in Dutch", "zondag 3 maart 2026 10:00", "2026-03-03T10:00:00.000Z"],
    ["in Danish with points", "3. maj 2026 kl. 10.00", "2026-05-03T10:00:00.000Z"],
    ["in Polish", "niedziela, 3 października 2026 10:00", "2026-10-03T10:00:00.000Z"],
    ["in Czech June", "3. června 2026 10:00", "2026-06-03T10:00:00.000Z"],
    ["in Czech July", "3. července 2026 10:00", "2026-07-03T10:00:00.000Z"],
    ["in Finnish", "3. marraskuuta 2026 10:00", "2026-11-03T10:00:00.000Z"],
    ["in Hungarian", "2026. május 3. 10:00", "2026-05-03T10:00:00.000Z"],
    ["in Russian", "3 мая 2026 г., 10:00", "2026-05-03T10:00:00.000Z"],
    ["in Greek", "Κυριακή, 3 Μαΐου 2026 10:00", "2026-05-03T10:00:00.000Z"],
    ["in Turkish", "3 Şubat 2026 Salı 10:00", "2026-02-03T10:00:00.000Z"],
    ["in Chinese", "2026年5月3日 10:00", "2026-05-03T10:00:00.000Z"],
    ["in Korean", "2026년 5월 3일 10:00", "2026-05-03T10:00:00.000Z"],
    ["in Swedish numbers", "den 2026-05-03 10:00", "2026-05-03T10:00:00.000Z"],
    ["with the time before it", "10:00, 3 May 2026", "2026-05-03T10:00:00.000Z"],
    ["without a time", "3 May 2026", "2026-05-03T00:00:00.000Z"],
  ])("%s: %s", (_, written, iso) => {
    expect(isoDate(written)).toBe(iso);
  });

  test.each([
    "",
    "yesterday",
    "31 February 2026",
    "3 Foo 2026",
    "3 May 1970",
    "3 May 9999",
    "12:00",
    "9".repeat(5_000),
  ])("is missing: %s", (written) => {
    expect(isoDate(written)).toBeNull();
  });

  test("doesn't depend on the server's time zone", () => {
    const zone = process.env["TZ"];
    try {
      for (const place of ["Pacific/Auckland", "America/Los_Angeles"]) {
        process.env["TZ"] = place;
        expect(isoDate("3. Mai 2026 10:00")).toBe("2026-05-03T10:00:00.000Z");
        expect(isoDate("Sun May  3 10:00:00 2026")).toBe("2026-05-03T10:00:00.000Z");
      }
    } finally {
      if (zone === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zone;
    }
  });
});
