import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { LIMITS } from "#shared/limits.ts";
import { leadOfRecord } from "#server/pipeline/sources/web-form/form-lead.ts";
import { readBody } from "#server/pipeline/sources/web-form/read-body.ts";
import { readSubmission } from "#server/pipeline/sources/web-form/read-submission.ts";
import { isSignedBy } from "#server/pipeline/sources/web-form/signature.ts";
import { JsonRowCollector } from "#server/pipeline/sources/json-api/json-rows.ts";
import { nextLink } from "#server/pipeline/sources/json-api/link-header.ts";
import { valueAt } from "#server/pipeline/sources/json-api/json-value.ts";
import { parseJson } from "#server/pipeline/text/parse-json.ts";
import type { FuzzTarget } from "#test/fuzz/fuzz-target.ts";
import { checkLeads } from "#test/fuzz/intake-check.ts";
import { textSeeds, wordList } from "#test/fuzz/corpus.ts";

const MOST_PEOPLE = 20;
/** Row keys are indexed, and PostgreSQL limits the length of indexed values. */
const LONGEST_KEY = 300;
const SECRET = "the secret of the fuzz";

const TYPEFORM = JSON.stringify({
  event_id: "1",
  event_type: "form_response",
  form_response: {
    form_id: "f",
    token: "t1",
    hidden: { utm: "x" },
    calculated: { score: 9 },
    definition: { title: "Contact", fields: [{ id: "a", title: "Your **name** {{field:b}}", type: "short_text" }] },
    answers: [
      { type: "text", text: "Ann Lee", field: { id: "a", type: "short_text" } },
      { type: "email", email: "ann@acme.example", field: { id: "b", type: "email" } },
      { type: "choices", choices: { labels: ["A", "B"], other: "C" }, field: { id: "c" } },
    ],
  },
});
const SERVICES = [
  TYPEFORM,
  '{"eventType":"FORM_RESPONSE","data":{"responseId":"r","formName":"Tally","fields":[{"key":"q1","label":"Email","type":"INPUT_EMAIL","value":"a@b.example"},{"key":"q2","label":"Pick","type":"DROPDOWN","value":["o1"],"options":[{"id":"o1","text":"One"}]}]}}',
  '{"triggerType":"form_submission","payload":{"name":"Contact","id":"w","data":{"Name":"Ann","Email":"a@b.example"}}}',
  '{"object":"page","entry":[{"changes":[{"field":"leadgen","value":{"leadgen_id":55459717045641545,"field_data":[{"name":"email","values":["a@b.example"]}]}}]}]}',
  '{"formId":"f","submission":{"submissionId":"s","questions":[{"id":"1","name":"Email","type":"EmailInput","value":"a@b.example"}]}}',
  '{"service":"google_forms","formTitle":"G","responseId":"g","answers":[{"title":"E-mail","value":["a@b.example"]}]}',
  '{"name":"Ann","email":"a@b.example","contact":{"phone":"+442079460001"},"tags":["x",{"y":1e400}],"__proto__":{"a":1}}',
  '[{"email":"a@b.example"},{"email":"c@d.example"}]',
];
const JSON_WORDS = wordList(
  '{¦}¦[¦]¦,¦:¦"¦null¦1e400¦-0¦\\u0000¦\\ud83d¦"__proto__":¦"constructor":',
  '"answers":[¦"fields":¦"field_data":¦"value":¦"email":"a@b.example"¦"type":"email"',
  '"form_response":{',
);
const MULTIPART = [
  '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\na@b.example',
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF',
  '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nAnn',
  "--x--\r\n",
].join("\r\n");

/** Reads a body as the form address does, and turns it into leads, which go through intake. */
function readDelivery(input: Buffer, contentType: string): void {
  const submitted = readBody(input, contentType);
  if ("unreadable" in submitted) return assert.notEqual(submitted.unreadable, "");
  const form = readSubmission(submitted);
  const people = form.records.slice(0, MOST_PEOPLE).map((record, index) => leadOfRecord(form, record, "1", index));
  for (const { lead } of people) {
    assert.ok(lead.rowKey.length < LONGEST_KEY, "the row's key is too long for an index");
    assert.ok(JSON.stringify(lead.raw).length < 20_000, "too much raw input");
  }
  assert.equal(Reflect.get({}, "polluted"), undefined);
  checkLeads(people.map(({ lead }) => lead));
}

/** Reads a response as a JSON API's sync does, at a path and with a link header made of the same input. */
function readResponse(input: Buffer): void {
  const text = input.toString("latin1");
  const link = nextLink(text);
  assert.ok(link === null || text.includes(link));
  const parsed = parseJson(input.toString("utf8"));
  const response = "value" in parsed ? parsed.value : null;
  const rows = valueAt(response, text.slice(0, LIMITS.jsonApi.pathLength)) ?? response;
  const collected = new JsonRowCollector("api.example");
  collected.add(Array.isArray(rows) ? rows : [rows]);
  const { rows: leads, skipped } = collected.leads([{ path: "name", target: "notes" }]);
  assert.ok(leads.length + skipped.length <= (Array.isArray(rows) ? rows.length : 1));
  for (const { rowKey } of leads) assert.ok(rowKey.length < LONGEST_KEY + 50, "the row's key is too long for an index");
  assert.equal(Reflect.get({}, "polluted"), undefined);
  checkLeads(leads);
}

export const formTargets: readonly FuzzTarget[] = [
  {
    name: "json-api",
    seeds: () => [
      ...textSeeds(...SERVICES, '</rows?page=2>; rel="next", </>; rel="first"'),
      ...textSeeds('[{"id":90071992547409931234,"name":"Ann","email":"a@b.example","tags":["x",{"y":[1]}]}]'),
    ],
    dictionary: [...JSON_WORDS, '"id":', "<", ">; rel=next"],
    longest: 200_000,
    run: readResponse,
  },
  {
    name: "webhook-json",
    seeds: () => textSeeds(...SERVICES),
    dictionary: JSON_WORDS,
    longest: 200_000,
    run: (input) => readDelivery(input, input.length % 4 === 0 ? "" : "application/json"),
  },
  {
    name: "webhook-urlencoded",
    seeds: () =>
      textSeeds(
        "name=Ann+Lee&email=ann%40acme.example&message=Caf%E9&tags=a&tags=b&__proto__=x&website=",
        "your-name=Bo&your-email=bo%40b.example&consent=on&%F0%9F%91%8D=%",
        "name=Ann\r\nemail=ann@acme.example\r\n",
      ),
    dictionary: ["&", "=", "%", "%00", "%F0", "+", "email=", "[]", "a[b][c]=", ";", "\r\n", "%ud83d", "__proto__"],
    longest: 200_000,
    run: (input) =>
      readDelivery(input, input.length % 3 === 0 ? "text/plain" : "application/x-www-form-urlencoded; charset=utf-8"),
  },
  {
    name: "webhook-multipart",
    seeds: () => textSeeds(MULTIPART, MULTIPART.replaceAll('"', "")),
    dictionary: [
      "--x",
      "--x--",
      "\r\n",
      "\r\n\r\n",
      "content-disposition: form-data; name=",
      'filename="',
      '"',
      ";",
      "name*=",
    ],
    longest: 200_000,
    run: (input) => readDelivery(input, "multipart/form-data; boundary=x"),
  },
  {
    name: "webhook-signature",
    seeds: () => ["base64" as const, "hex" as const].flatMap((encoding) => textSeeds(signatureOf(encoding))),
    dictionary: ["sha256=", "=", "sha1=", ",", " ", "\u0000", "AAAA"],
    longest: 2_000,
    run(input) {
      const header = input.toString("latin1");
      for (const encoding of ["base64", "hex"] as const) {
        const isRight = header === signatureOf(encoding);
        assert.equal(isSignedBy(SECRET, Buffer.from(TYPEFORM), header, encoding), isRight, "only the signature signs");
      }
    },
  },
];

function signatureOf(encoding: "base64" | "hex"): string {
  return `sha256=${createHmac("sha256", SECRET).update(TYPEFORM).digest(encoding)}`;
}
