import { createHmac } from "node:crypto";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { googleFormsScript } from "#shared/google-forms-script.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { processed } from "#test/http/form-deliveries.ts";

interface Item {
  title: string;
  type: string;
  response: unknown;
  rows?: string[];
}
interface Fetch {
  method: string;
  contentType: string;
  headers: Record<string, string>;
  payload: string;
  muteHttpExceptions: boolean;
}
interface Sent {
  url: string;
  options: Fetch;
}
interface Trigger {
  handler: string;
  /** Null for one that runs by time. */
  formId: string | null;
}

/** A Google form as a script sees it, as developers.google.com/apps-script/reference/forms describes it. */
function formOf(id: string, title: string, responses: ReturnType<typeof responseOf>[] = []) {
  const getResponse = (responseId: string) => responses.find((response) => response.getId() === responseId) ?? null;
  return { getId: () => id, getTitle: () => title, getResponse };
}

function responseOf(id: string, email: string, items: Item[]) {
  return {
    getId: () => id,
    getTimestamp: () => new Date("2026-05-01T10:00:00Z"),
    getRespondentEmail: () => email,
    getItemResponses: () =>
      items.map(({ title, type, response, rows }) => ({
        getResponse: () => response,
        getItem: () => {
          const grid = (kind: string) => () => {
            if (type !== kind) throw new Error(`Invalid conversion for item type: ${type}.`);
            return { getRows: () => rows };
          };
          return {
            getTitle: () => title,
            // A Java enum, whose name is only available as text.
            getType: () => ({ toString: () => type }),
            asGridItem: grid("GRID"),
            asCheckboxGridItem: grid("CHECKBOX_GRID"),
          };
        },
      })),
  };
}

/** Google's services around a script. `statuses` are returned in order. */
function appsScript(
  script: string,
  opened: {
    form?: { getId(): string };
    sheets?: (object | null)[];
    triggers?: Trigger[];
    statuses?: (number | Error)[];
  } = {},
) {
  const sent: Sent[] = [];
  const triggers = [...(opened.triggers ?? [])];
  const slept: number[] = [];
  const statuses = [...(opened.statuses ?? [])];
  const properties: Record<string, string> = {};
  const services = {
    console: { log: () => {} },
    PropertiesService: {
      getScriptProperties: () => ({
        getProperties: () => ({ ...properties }),
        setProperty: (name: string, value: string) => Object.assign(properties, { [name]: value }),
        deleteProperty: (name: string) => Reflect.deleteProperty(properties, name),
      }),
    },
    FormApp: {
      getActiveForm: () => opened.form ?? null,
      openById: (id: string) => {
        if (id !== opened.form?.getId()) throw new Error("No item with the given ID could be found.");
        return opened.form;
      },
      openByUrl: (address: string) => opened.sheets?.[Number(address.split("/").at(-1))],
    },
    SpreadsheetApp: {
      getActiveSpreadsheet: () =>
        opened.sheets === undefined
          ? null
          : {
              getSheets: () =>
                opened.sheets?.map((form, index) => ({
                  getFormUrl: () => (form === null ? null : `https://docs.google.com/forms/${index}`),
                })),
            },
    },
    ScriptApp: {
      getProjectTriggers: () => triggers.map((trigger) => ({ trigger, getHandlerFunction: () => trigger.handler })),
      deleteTrigger: ({ trigger }: { trigger: Trigger }) => triggers.splice(triggers.indexOf(trigger), 1),
      newTrigger: (handler: string) => ({
        forForm: (form: ReturnType<typeof formOf>) => ({
          onFormSubmit: () => ({ create: () => triggers.push({ handler, formId: form.getId() }) }),
        }),
        timeBased: () => ({
          everyHours: () => ({ create: () => triggers.push({ handler, formId: null }) }),
        }),
      }),
    },
    Utilities: {
      Charset: { UTF_8: "UTF-8" },
      // Java's bytes are signed.
      computeHmacSha256Signature: (value: string, key: string, charset: string) => {
        if (charset !== "UTF-8") throw new Error("Without a charset the text is taken for US-ASCII.");
        return [...new Int8Array(createHmac("sha256", key).update(value, "utf8").digest())];
      },
      sleep: (milliseconds: number) => void slept.push(milliseconds),
    },
    UrlFetchApp: {
      fetch: (url: string, options: Fetch) => {
        sent.push({ url, options });
        const status = statuses.shift() ?? 200;
        if (status instanceof Error) throw status;
        if (status >= 300 && !options.muteHttpExceptions) throw new Error(`Request failed: ${status}`);
        return { getResponseCode: () => status, getContentText: () => `answer ${status}` };
      },
    },
  };
  const run = (call: string, event?: object): unknown =>
    runInNewContext(`${script}\n;${call}(event);`, { ...services, event });
  return { run, sent, triggers, slept };
}

const items: Item[] = [
  { title: "What's your name?", type: "TEXT", response: "Änn Lée" },
  { title: "Company", type: "TEXT", response: "Acme “Ltd”" },
  { title: "How can we help?", type: "PARAGRAPH_TEXT", response: "A quote,\nplease." },
  { title: "Plans", type: "CHECKBOX", response: ["A", "B"] },
  { title: "Rate us", type: "GRID", response: ["good", null], rows: ["Price", "Help"] },
  { title: "Uses", type: "CHECKBOX_GRID", response: [["web", "app"], null], rows: ["Work", "Home"] },
  { title: "Brief", type: "FILE_UPLOAD", response: ["1AbC"] },
];

async function scriptOf(winnow: TestWinnow): Promise<string> {
  const { path, signingSecret } = await winnow.ok("GET /api/form-hook");
  return googleFormsScript({ url: `https://leads.acme.example${path}`, secret: signingSecret });
}

/** Sends to Winnow what the script passed to UrlFetchApp, like Google's servers do. */
function deliverSent(winnow: TestWinnow, { url, options }: Sent) {
  const { host, pathname } = new URL(url);
  return winnow.app.inject({
    method: "POST",
    url: pathname,
    headers: { host, "content-type": options.contentType, ...options.headers },
    payload: Buffer.from(options.payload, "utf8"),
  });
}

describe("the script that people paste", () => {
  test("sends a response that Winnow verifies and accepts", async () => {
    const winnow = await freshWinnow("sqlite");
    const google = appsScript(await scriptOf(winnow));
    google.run("sendToWinnow", {
      source: formOf("form-1", "Talk to us"),
      response: responseOf("response-1", "ann@acme.example", items),
    });
    expect(google.sent).toHaveLength(1);
    for (const time of [1, 2]) {
      const answer = await deliverSent(winnow, google.sent[0]!);
      expect([time, answer.statusCode]).toEqual([time, 200]);
    }
    const submissions = await processed(winnow);
    expect(submissions).toHaveLength(1);
    expect(submissions[0]).toMatchObject({
      formType: "google_forms",
      formName: "Talk to us",
      isVerified: true,
      outcome: "created",
      leadName: "Änn Lée",
    });
    const lead = await winnow.ok("GET /api/leads/{id}", { id: submissions[0]?.leadId ?? "" });
    expect(lead).toMatchObject({ email: "ann@acme.example", company: "Acme “Ltd”", notes: "A quote,\nplease." });
    expect(lead.facts).toEqual([
      { name: "Plans", value: "A, B" },
      { name: "Rate us", value: "Price: good" },
      { name: "Uses", value: "Work: web, app" },
      { name: "Brief", value: "https://drive.google.com/open?id=1AbC" },
    ]);
  });

  test("an edited response belongs to the same person", async () => {
    const winnow = await freshWinnow("sqlite");
    const google = appsScript(await scriptOf(winnow));
    const send = (company: string, time: string) => {
      const response = responseOf("response-1", "ann@acme.example", [
        { title: "Company", type: "TEXT", response: company },
      ]);
      google.run("sendToWinnow", {
        source: formOf("form-1", "Talk to us"),
        response: { ...response, getTimestamp: () => new Date(time) },
      });
      return deliverSent(winnow, google.sent.at(-1)!);
    };
    await send("Acme", "2026-05-01T10:00:00Z");
    await send("Acme Ltd", "2026-05-01T10:05:00Z");
    expect((await processed(winnow)).map(({ outcome }) => outcome)).toEqual(["updated", "created"]);
    expect(await winnow.ok("GET /api/leads")).toMatchObject([{ company: "Acme Ltd" }]);
  });

  test("connects the form it was opened from, once however often it runs", () => {
    const script = googleFormsScript({ url: "https://x.example/", secret: "s" });
    const triggers = [
      { handler: "sendToWinnow", formId: "old" },
      { handler: "somethingElse", formId: "form-1" },
    ];
    const google = appsScript(script, { form: formOf("form-1", "Talk to us"), triggers });
    google.run("setUpWinnow");
    google.run("setUpWinnow");
    expect(google.triggers).toEqual([
      { handler: "somethingElse", formId: "form-1" },
      { handler: "sendMissed", formId: null },
      { handler: "sendToWinnow", formId: "form-1" },
    ]);
  });

  test("opened from a sheet, connects each form that fills it; opened elsewhere, says where to open it", () => {
    const script = googleFormsScript({ url: "https://x.example/", secret: "s" });
    const google = appsScript(script, { sheets: [formOf("form-1", "One"), null, formOf("form-2", "Two")] });
    google.run("setUpWinnow");
    expect(google.triggers.map(({ formId }) => formId)).toEqual([null, "form-1", "form-2"]);
    expect(() => appsScript(script, { sheets: [null] }).run("setUpWinnow")).toThrow("from a form, or from the sheet");
    expect(() => appsScript(script).run("setUpWinnow")).toThrow("from a form, or from the sheet");
  });

  const REFUSED = /^Winnow couldn't accept the response: \d+ answer/u;
  test.each<[string, (number | Error)[], number, RegExp | null]>([
    ["a server that comes back", [503, 200], 2, null],
    ["a line that comes back", [new Error("DNS error"), 200], 2, null],
    ["too many at once", [429, 429, 200], 3, null],
    ["a server that stays away", [500, 500, 500], 3, REFUSED],
    ["a refusal, which no repetition changes", [401], 1, REFUSED],
    ["an address that was replaced", [404], 1, REFUSED],
  ])("%s", (_, statuses, attempts, problem) => {
    const google = appsScript(googleFormsScript({ url: "https://x.example/", secret: "s" }), { statuses });
    let said = "";
    try {
      google.run("sendToWinnow", { source: formOf("f", "F"), response: responseOf("r", "", [items[0]!]) });
    } catch (error) {
      said = (error as Error).message;
    }
    expect(said).toMatch(problem ?? /^$/u);
    expect(google.sent).toHaveLength(attempts);
    expect(google.slept).toHaveLength(attempts - 1);
    expect(new Set(google.sent.map(({ options }) => options.payload)).size).toBe(1);
  });

  test("sends what Winnow missed every hour until it is accepted, deleted or a week old", () => {
    const now = new Date().toISOString();
    const dated = (id: string, time: string) => ({ ...responseOf(id, "", []), getTimestamp: () => new Date(time) });
    const [first, second, old, deleted] = [
      dated("1", now),
      dated("2", now),
      dated("3", "2026-01-01T00:00:00Z"),
      dated("4", now),
    ];
    const form = formOf("f", "F", [first, second, old]);
    const statuses = [500, 500, 500, 404, 401, 404, 200, 500, 500, 500];
    const google = appsScript(googleFormsScript({ url: "https://x.example/", secret: "s" }), { form, statuses });
    for (const response of [first, second, old, deleted]) {
      expect(() => google.run("sendToWinnow", { source: form, response })).toThrow("Winnow couldn't accept");
    }
    const sentBy = (call: () => void) => {
      const before = google.sent.length;
      call();
      return google.sent.slice(before).map(({ options }) => JSON.parse(options.payload).responseId as string);
    };
    expect(sentBy(() => expect(() => google.run("sendMissed")).toThrow("500"))).toEqual(["1", "2", "2", "2"]);
    expect(sentBy(() => google.run("sendMissed"))).toEqual(["2"]);
    expect(sentBy(() => google.run("sendMissed"))).toEqual([]);
  });

  test("keeps any address and secret unchanged", () => {
    const url = 'https://x.example/"$&\\\u2028</script>';
    const google = appsScript(googleFormsScript({ url, secret: "$1'`${x}" }));
    google.run("sendToWinnow", { source: formOf("f", "F"), response: responseOf("r", "", []) });
    const [{ url: called, options } = { url: "", options: null }] = google.sent;
    expect(called).toBe(url);
    const digest = createHmac("sha256", "$1'`${x}")
      .update(options?.payload ?? "")
      .digest("hex");
    expect(options?.headers["X-Winnow-Signature"]).toBe(`sha256=${digest}`);
  });
});
