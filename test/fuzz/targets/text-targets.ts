import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { isIP } from "node:net";
import { LIMITS } from "#shared/limits.ts";
import { neutralizeCell, restoreCell } from "#shared/spreadsheet-cell.ts";
import { parseEmailAddress, readEmailCell } from "#server/pipeline/intake/email-address.ts";
import { phoneKeyOf } from "#server/pipeline/intake/phone-number.ts";
import { isoDate } from "#server/pipeline/mail/quotes/written-date.ts";
import { isPublicAddress } from "#server/platform/public-address.ts";
import { refusalOfUrl } from "#server/platform/outside-url.ts";
import { readCompanyName } from "#server/pipeline/text/company-name.ts";
import { roleOfHeader } from "#server/pipeline/text/columns.ts";
import { findEmailAddresses } from "#server/pipeline/text/email-text.ts";
import { readJobTitle } from "#server/pipeline/text/job-title.ts";
import { readPersonName } from "#server/pipeline/text/person-name.ts";
import { findPhones } from "#server/pipeline/text/phone-text.ts";
import { findPostalAddress } from "#server/pipeline/text/postal-address.ts";
import { askedRange, rangeStart } from "#server/pipeline/sources/google-sheets/a1-range.ts";
import { credentialsOf } from "#server/pipeline/sources/google-sheets/credentials.ts";
import { pageAddress, pageKey } from "#server/pipeline/sources/website/page-address.ts";
import { shapeOf, trapIn } from "#server/pipeline/sources/website/traps.ts";
import { meaningOf } from "#server/assistant/understanding/meaning.ts";
import { unlessRefused, type FuzzTarget } from "#test/fuzz/fuzz-target.ts";
import { seedsOfSuite, textSeeds, wordList } from "#test/fuzz/corpus.ts";

const NOW = new Date("2026-05-03T10:00:00.000Z");
const E164 = /^\+\d{3,17}(?:;ext=\w{1,20})?$/u;

export const textTargets: readonly FuzzTarget[] = [
  {
    name: "addresses",
    seeds: () => [
      ...textSeeds(
        "Ann Lee <ann.lee@acme.example>",
        '"a b"@x.example',
        "mailto:j%C3%B6rg@m\u00fcller.example?subject=x",
      ),
      ...textSeeds(
        "a@b.example; c (at) d (dot) example",
        "ann [at] acme.co.uk",
        "info@xn--mller-kva.example, x@[127.0.0.1]",
      ),
      ...seedsOfSuite("naughty-strings", /\.json$/u),
    ],
    dictionary: wordList('@¦.¦<¦>¦"¦\\¦(at)¦ at ¦ dot ¦mailto:¦%40¦xn--¦\u3002¦\u200d¦,¦[¦]'),
    longest: 100_000,
    run(input) {
      const text = input.toString();
      const parsed = parseEmailAddress(text);
      if (parsed !== null) {
        assert.ok(parsed.address.length <= LIMITS.lead.emailLength);
        assert.equal(parseEmailAddress(parsed.key)?.key, parsed.key, "a key is its own key");
      }
      const { addresses, rest, displayName } = readEmailCell(text);
      for (const { address, key } of addresses) assert.equal(parseEmailAddress(address)?.key, key);
      assert.equal(typeof rest + typeof displayName, "stringstring");
      for (const { start, end } of findEmailAddresses(text)) assert.ok(start < end && end <= text.length);
    },
  },
  {
    name: "phones",
    seeds: () =>
      textSeeds(
        "+44 (0)20 7946 0001 ext. 5",
        "Tel: 030 / 123 45-67, Fax: 030 123499",
        "(415) 555-2671 or 0049 30 1234567",
      ),
    dictionary: wordList("+¦(¦)¦-¦/¦ ¦ext¦x¦tel:¦00¦\uff0b¦\uff11¦;ext=¦Fax¦.¦#¦\u2013"),
    longest: 100_000,
    run(input) {
      const text = input.toString();
      const key = phoneKeyOf(text.slice(0, LIMITS.lead.fieldLength));
      if (key !== null) assert.match(key, E164);
      let last = 0;
      for (const { start, end, written } of findPhones(text)) {
        assert.ok(start >= last && end > start, "in order and apart");
        assert.equal(text.slice(start, end), written);
        last = end;
      }
    },
  },
  {
    name: "people",
    seeds: () =>
      textSeeds(
        "Dr. Anna-Maria von der Heide, MSc",
        "\u5f35\u5049",
        "CEO & Co-Founder",
        "Acme Holding GmbH & Co. KG",
        "O'Neill, Se\u00e1n",
      ),
    dictionary: wordList("Dr. ¦, ¦GmbH¦ & ¦-¦'¦Hauptstr. 5¦10115 Berlin¦CEO¦\u200f¦\u5317\u4eac\u5e02¦St. ¦("),
    longest: 50_000,
    run(input) {
      const text = input.toString();
      const found = [readPersonName(text), readJobTitle(text), readCompanyName(text), findPostalAddress(text)];
      for (const one of found) assert.notEqual(one, undefined);
      assert.notEqual(roleOfHeader(text), undefined);
      const date = isoDate(text);
      if (date !== null) assert.equal(new Date(date).toISOString(), date);
      const cell = neutralizeCell(text);
      assert.equal(restoreCell(cell), text, "a cell comes back");
      assert.doesNotMatch(cell, /^(?!\+\d[\d ()/-]+$)[\s"]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/u);
    },
  },
  {
    name: "urls",
    seeds: () =>
      textSeeds(
        "https://user:pw@www.acme.example:8080/a;jsessionid=1/b.html?utm_source=x&id=7#top",
        "http://[::ffff:127.0.0.1]/",
        "http://0x7f.1/",
        "//acme.example/../x",
        "http://m\u00fcller.example/%zz",
        "2130706433",
      ),
    dictionary: wordList("://¦@¦:¦/¦?¦&¦=¦#¦%¦..¦[¦]¦::¦127.0.0.1¦0x¦%00¦\u3002¦\\¦64:ff9b::"),
    longest: 50_000,
    run(input) {
      const text = input.toString();
      assert.equal(typeof isPublicAddress(text), "boolean");
      const url = pageAddress(text, "https://base.example/x/");
      if (url === null) return;
      assert.match(url.protocol, /^https?:$/u);
      assert.equal(url.username + url.password + url.hash, "");
      assert.notEqual(pageKey(url), "");
      assert.equal(pageAddress(url.href)?.href, url.href, "an address is its own address");
      assert.notEqual(trapIn(url), undefined);
      assert.equal(typeof shapeOf(url), "string");
      const refusal = refusalOfUrl(url, { allowPrivate: false });
      const host = url.hostname.replaceAll(/[[\]]/gu, "");
      if (refusal === null && isIP(host) !== 0) assert.ok(isPublicAddress(host), host);
    },
  },
  {
    name: "service-account",
    seeds: () => {
      const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1_024 });
      const { privateKey: curve } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      return [privateKey, curve].flatMap((key) => {
        const pem = key.export({ type: "pkcs8", format: "pem" }).toString();
        const file = {
          type: "service_account",
          client_email: "robot@project.iam.gserviceaccount.com",
          private_key: pem,
        };
        return textSeeds(JSON.stringify(file), JSON.stringify(file).replaceAll("\\n", "\\\\n"));
      });
    },
    dictionary: wordList('-----BEGIN PRIVATE KEY-----¦-----END PRIVATE KEY-----¦\\n¦"¦:¦{¦}¦RSA ¦EC ¦null¦A'),
    longest: 60_000,
    async run(input) {
      const serviceAccount = recordIn(input.toString());
      if (serviceAccount === null) return;
      const credentials = await unlessRefused(() =>
        credentialsOf({ spreadsheetId: "x", authMethod: "service_account", serviceAccount }),
      );
      if (credentials?.method === "service_account")
        assert.match(credentials.privateKey, /^-----BEGIN PRIVATE KEY-----\n/u);
    },
  },
  {
    name: "a1-range",
    seeds: () => textSeeds("'My Sheet'!B2:Z100", "A:D", "Q4", "It''s!A1", "Sheet1!$A$1:$ZZZ$9"),
    dictionary: wordList("'¦''¦!¦:¦$¦A¦1¦\u0000¦ "),
    longest: 5_000,
    run(input) {
      const text = input.toString();
      assert.notEqual(askedRange(text), "");
      const { row, column } = rangeStart(text);
      assert.ok(row >= 0 && column >= 1);
    },
  },
  {
    name: "question",
    seeds: () =>
      textSeeds(
        "How many leads from Google Sheets qualified last week above 60?",
        "why did Ada Lovelace score 40 and what is missing",
        "show the 5 best leads without a phone since 3 May 2026",
        "who came in between monday and yesterday from the website with keyword demo?",
      ),
    dictionary: wordList("how many ¦leads ¦last ¦since ¦between ¦ and ¦without ¦3 May 2026¦2026-13-45¦?¦'¦\"¦999"),
    longest: LIMITS.chat.messageLength * 4,
    run(input) {
      const question = input.toString().slice(0, LIMITS.chat.messageLength);
      const meaning = meaningOf(question, ["How many leads are there?"], NOW);
      const span = meaning?.leads.span ?? null;
      for (const end of [span?.from, span?.to]) if (end != null) assert.ok(Number.isFinite(+end), "a moment");
    },
  },
];

function recordIn(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
