import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import { deliver, processed } from "#test/http/form-deliveries.ts";
import { uploadFile } from "#test/http/upload-file.ts";

const MARKUP = `<!doctype html><script>alert(document.cookie)</script><svg onload=alert(1)>`;
const FILE_NAME = `"; filename="evil.html\u202E..\\../${MARKUP}.csv`;

let winnow: TestWinnow;
let importId: string;
let submissionId: string;
let leadId: string;
let emailId: string;

/** Markup from every channel: in a file's name and cells, a submission, a message, a lead, a rule. */
beforeAll(async () => {
  winnow = await openWinnow("sqlite");
  const lead = { name: MARKUP, email: "ann@lee.example", notes: MARKUP, company: MARKUP };
  leadId = ((await winnow.ok("POST /api/leads", { body: lead })) as { id: string }).id;
  await winnow.ok("POST /api/rules", { body: { name: MARKUP, keywords: [MARKUP.slice(0, 90)] } });
  const uploaded = await uploadFile(winnow, FILE_NAME, `Name,Email,Color\nAnn,ann@lee.example,red\n,,${MARKUP}\n`);
  importId = uploaded.id;
  await winnow.ok("POST /api/imports/{id}/start", { id: importId });
  await jobsEnded(winnow.workspace);
  await deliver(winnow, { name: MARKUP, email: "bo@berg.example", message: MARKUP });
  const [submission] = await processed(winnow);
  submissionId = submission?.id ?? "";
  const content = `From: ${MARKUP} <x@y.example>\nSubject: ${MARKUP}\n\n${MARKUP}`;
  ({ emailId } = await winnow.ok("POST /api/process-email", { body: { content } }));
});
afterAll(() => winnow.close());

/** Every path that serves strangers' content, and its type. */
const served = (): Record<string, [url: string, type: RegExp, isFile: boolean]> => ({
  "the leads": ["/api/leads", /^application\/json/u, false],
  "a lead": [`/api/leads/${leadId}`, /^application\/json/u, false],
  "its sources": [`/api/leads/${leadId}/provenance`, /^application\/json/u, false],
  "the file of leads": ["/api/leads/export?status=all", /^text\/csv/u, true],
  "the file of rules": ["/api/rules/file", /^application\/json/u, true],
  "an import": [`/api/imports/${importId}`, /^application\/json/u, false],
  "its rejected rows": [`/api/imports/${importId}/rejects`, /^text\/csv/u, true],
  "a submission": [`/api/form-submissions/${submissionId}`, /^application\/json/u, false],
  "the submissions": ["/api/form-submissions", /^application\/json/u, false],
  "the messages": ["/api/gmail/emails", /^application\/json/u, false],
  "a message": [`/api/gmail/emails/${emailId}/message`, /^application\/json/u, false],
  "the history": ["/api/journal", /^application\/json/u, false],
  "a call that is none": [`/api/${encodeURIComponent(MARKUP)}`, /^application\/problem\+json/u, false],
  "a refused query": [`/api/leads?limit=${encodeURIComponent(MARKUP)}`, /^application\/problem\+json/u, false],
  "a lead that is none": [`/api/leads/${encodeURIComponent(MARKUP)}`, /^application\/problem\+json/u, false],
});

describe("strangers' content is never a page", () => {
  test.each(Object.keys({ ...served() }))("%s", async (name) => {
    const [url, type, isFile] = served()[name] ?? ["", /never/u, false];
    for (const accept of ["*/*", "text/html"]) {
      const { headers } = await winnow.app.inject({ url, headers: { accept } });
      expect(headers["content-type"]).toMatch(type);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
      expect(headers["set-cookie"]).toBeUndefined();
      const disposition = headers["content-disposition"] ?? "";
      expect(disposition.startsWith("attachment; ")).toBe(isFile);
      expect(disposition).not.toMatch(/[<>\\\r\n]|evil\.html"/u);
    }
  });

  test("rejected rows keep their file extension, whatever the file was called", async () => {
    const { headers, body } = await winnow.app.inject({ url: `/api/imports/${importId}/rejects` });
    expect(headers["content-disposition"]).toMatch(/^attachment; filename\*=UTF-8''[\w%.!-]+%20skipped\.csv$/u);
    expect(body).toContain("alert(document.cookie)");
  });

  test("pages without a script show strangers' content as text", async () => {
    for (const url of [`/u/${encodeURIComponent(MARKUP)}`, `/act/${encodeURIComponent(MARKUP)}`]) {
      const { headers, body } = await winnow.app.inject({ url });
      expect(headers["content-type"]).toMatch(/^(?:text\/html|application\/problem\+json)/u);
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      expect(body).not.toMatch(/<script|<svg/u);
    }
  });
});

test("who may name a mail server, and so learn what connecting to it gave", () => {
  const keys = Object.keys(endpoints) as EndpointKey[];
  const naming = keys.filter((key) => {
    const { body } = endpoints[key] as { body?: unknown };
    return /"(?:server|smtpHost|smtpPort)"/u.test(JSON.stringify(shapeOf(body)));
  });
  expect(Object.fromEntries(naming.map((key) => [key, endpoints[key].permission]))).toEqual({
    "POST /api/email-settings": "manage",
    "PATCH /api/email-settings/{id}": "manage",
    "POST /api/email-settings/test": "manage",
    "POST /api/gmail/config": "manage",
    "POST /api/gmail/test": "manage",
    "POST /api/data-sources": "manage",
    "PATCH /api/data-sources/{id}": "manage",
    "POST /api/data-sources/test": "manage",
  });
});

/** The property names in a schema, at any depth. */
function shapeOf(schema: unknown, depth = 0): unknown {
  if (typeof schema !== "object" || schema === null || depth > 6) return null;
  const { shape, def } = schema as { shape?: Record<string, unknown>; def?: Record<string, unknown> };
  if (shape !== undefined) {
    return Object.fromEntries(Object.entries(shape).map(([name, inner]) => [name, shapeOf(inner, depth + 1)]));
  }
  return Object.values(def ?? {}).map((inner) =>
    Array.isArray(inner) ? inner.map((one) => shapeOf(one, depth + 1)) : shapeOf(inner, depth + 1),
  );
}
