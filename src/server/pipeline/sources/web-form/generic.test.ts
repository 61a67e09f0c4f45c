import { describe, expect, test } from "vitest";
import { readGeneric } from "#server/pipeline/sources/web-form/generic.ts";
import { leadOfForm } from "#test/lead-of-form.ts";

const ANN = { name: "Ann Lee", email: "ann@acme.example", phone: "+442079460001", company: "Acme", notes: "A quote" };

describe("one person, in any format", () => {
  test.each<[string, unknown]>([
    [
      "flat",
      {
        full_name: "Ann Lee",
        Email: "ann@acme.example",
        phoneNumber: "+442079460001",
        company: "Acme",
        message: "A quote",
      },
    ],
    [
      "nested",
      {
        event: "submit",
        data: {
          contact: { name: { first: "Ann", last: "Lee" }, email: "ann@acme.example", phone: "+442079460001" },
          company: { name: "Acme" },
          message: "A quote",
        },
      },
    ],
    [
      "as names with brackets",
      {
        "form_fields[name]": "Ann Lee",
        "form_fields[email]": "ann@acme.example",
        "form_fields[phone]": "+442079460001",
        "form_fields[company]": "Acme",
        "form_fields[message]": "A quote",
      },
    ],
    [
      "as a list of name and value",
      [
        { name: "your-name", value: "Ann Lee" },
        { name: "your-email", value: "ann@acme.example" },
        { name: "tel", value: "+442079460001" },
        { name: "your-company", value: "Acme" },
        { name: "your-message", value: "A quote" },
      ],
    ],
    [
      "as a list of questions with everything that a service knows of them",
      {
        formName: "Ask us",
        fields: [
          {
            name: "Your name",
            _id: "a",
            type: "shortText",
            visible: true,
            position: 3,
            childrens: [],
            value: "Ann Lee",
          },
          { name: "Email", _id: "b", type: "email", visible: true, position: 4, value: "ann@acme.example" },
          { name: "Phone", _id: "c", visible: false, position: 5, value: "+442079460001" },
          { name: "Company", _id: "d", visible: true, position: 6, value: "Acme" },
          { name: "Message", _id: "e", section: "root", position: 7, value: "A quote" },
        ],
      },
    ],
    [
      "as a list that is called data, of properties of a contact",
      {
        form_id: "f",
        data: [
          { objectTypeId: "0-1", name: "firstname", value: "Ann" },
          { objectTypeId: "0-1", name: "lastname", value: "Lee" },
          { objectTypeId: "0-1", name: "email", value: "ann@acme.example" },
          { objectTypeId: "0-1", name: "phone", value: "+442079460001" },
          { objectTypeId: "0-2", name: "company", value: "Acme" },
          { objectTypeId: "0-1", name: "message", value: "A quote" },
        ],
      },
    ],
    [
      "as a list of label and answer, with types",
      {
        answers: [
          { id: 1, label: "What's your name?", answer: "Ann Lee", type: "text" },
          { id: 2, label: "Write to", answer: "ann@acme.example", type: "email" },
          { id: 3, label: "Call", answer: "+442079460001", type: "tel" },
          { id: 4, label: "What company do you work for?", answer: "Acme" },
          { id: 5, label: "In your words", answer: "A quote", type: "textarea" },
        ],
      },
    ],
    [
      "as fields by their ids",
      {
        form: { id: "f1", name: "Contact us" },
        fields: {
          a: { id: "a", type: "text", title: "Your name", value: "Ann Lee", raw_value: "Ann Lee", required: "1" },
          b: { id: "b", type: "email", title: "E-mail", value: "ann@acme.example" },
          c: { id: "c", type: "tel", title: "Tel", value: "+442079460001" },
          d: { id: "d", type: "text", title: "Firma", value: "Acme" },
          e: { id: "e", type: "textarea", title: "Nachricht", value: "A quote" },
        },
      },
    ],
    [
      "as properties with values",
      {
        properties: {
          firstname: { value: "Ann" },
          lastname: { value: "Lee" },
          email: { value: "ann@acme.example" },
          phone: { value: "+442079460001" },
          company: { value: "Acme" },
          message: { value: "A quote" },
        },
      },
    ],
    [
      "as columns of a Google Ads lead form",
      {
        lead_id: "TeSter-123",
        user_column_data: [
          { column_name: "Full Name", string_value: "Ann Lee", column_id: "FULL_NAME" },
          { string_value: "ann@acme.example", column_id: "WORK_EMAIL" },
          { column_name: "User Phone", string_value: "+442079460001", column_id: "PHONE_NUMBER" },
          { column_name: "Company Name", string_value: "Acme", column_id: "COMPANY_NAME" },
          { column_name: "Message", string_value: "A quote", column_id: "Message" },
        ],
        api_version: "1.0",
        form_id: 40_000_000_000,
        google_key: "key",
        is_test: true,
      },
    ],
    [
      "as lists in a file of JSON",
      {
        page_name: "Landing page",
        "data.json": JSON.stringify({
          name: ["Ann Lee"],
          email: ["ann@acme.example"],
          phone_number: ["+442079460001"],
          company: ["Acme"],
          message: ["A quote"],
        }),
      },
    ],
    [
      "who booked a meeting with an organizer",
      {
        triggerEvent: "BOOKING_CREATED",
        payload: {
          organizer: { name: "Host Own", email: "host@winnow.example", timeZone: "UTC" },
          responses: {
            name: { label: "your_name", value: "Ann Lee" },
            email: { label: "email_address", value: "ann@acme.example" },
            phone: { label: "Phone", value: "+442079460001" },
            company: { label: "Company", value: "Acme" },
            notes: { label: "additional_notes", value: "A quote" },
          },
        },
      },
    ],
    [
      "as JSON in a field",
      {
        formTitle: "Ask",
        rawRequest: JSON.stringify({
          q3_name: { first: "Ann", last: "Lee" },
          q4_email: "ann@acme.example",
          q5_phone: { full: "+442079460001" },
          q6_company: "Acme",
          q7_message: "A quote",
        }),
      },
    ],
    [
      "in German",
      {
        Vorname: "Ann",
        Nachname: "Lee",
        "E-Mail-Adresse": "ann@acme.example",
        Telefon: "+442079460001",
        Firma: "Acme",
        Nachricht: "A quote",
      },
    ],
    [
      "by what the values look like",
      {
        Name: "Ann Lee",
        kontakt_1: "ann@acme.example",
        kontakt_2: "+442079460001",
        Organisation: "Acme",
        Bemerkung: "A quote",
      },
    ],
    [
      "under the names that ASP.NET gives",
      {
        ctl17$naam: "Ann Lee",
        ctl17$email: "ann@acme.example",
        ctl17$telefoon: "+442079460001",
        ctl17$bedrijfsnaam: "Acme",
        ctl17$opmerking: "A quote",
      },
    ],
    [
      "in groups that name the form, or nothing",
      {
        "signup[name]": "Ann Lee",
        "tx_powermail_pi1[uid4]": "ann@acme.example",
        "signup[company]": "Acme",
        "tx_powermail_pi1[uid7]": "+442079460001",
        textarea: "A quote",
      },
    ],
    [
      "with a number for “Contact”, and a form of address that isn't a job title",
      {
        name: "Ann Lee",
        frmTitle: "Mrs.",
        mail: "ann@acme.example",
        contact: "+442079460001",
        firma: "Acme",
        text: "A quote",
      },
    ],
  ])("%s", (_, data) => {
    const { fields, nobody } = leadOfForm(data);
    expect(fields).toEqual(ANN);
    expect(nobody).toBeNull();
  });
});

describe("the remaining answers", () => {
  test("become facts, except what only programs need", () => {
    const { fields, facts } = leadOfForm(
      {
        email: "ann@acme.example",
        "Team size": "50",
        utm_source: "ads",
        "gdpr-consent": "on",
        tags: ["a", "b"],
        address: { city: "York", zip: "YO1" },
        "g-recaptcha-response": "03AGdBq24",
        "cf-turnstile-response": "0.x",
        _wpnonce: "abc",
        _token: "abc",
        form_id: "7",
        user_agent: "Mozilla/5.0 (Mobile)",
        google_key: "key",
        ip: "192.0.2.1",
        _gotcha: "",
        submit: "Send",
      },
      true,
    );
    expect(fields).toEqual({ email: "ann@acme.example" });
    expect(facts).toEqual({
      "Team size": "50",
      utm_source: "ads",
      "gdpr-consent": "Yes",
      tags: "a, b",
      "address city": "York",
      "address zip": "YO1",
    });
  });

  test("a filled honeypot field identifies a robot", () => {
    for (const name of ["_gotcha", "honeypot", "bot-field", "hp_website"]) {
      expect(leadOfForm({ email: "a@b.example", [name]: "x" }).nobody).toMatch(/^Spam: a hidden field was filled in/u);
      expect(leadOfForm({ email: "a@b.example", [name]: " " }).nobody).toBeNull();
    }
  });

  test("a long answer to a vague question is the message; consent to a long text isn't", () => {
    const wish = "We run forty shops and look for a till that also keeps the stock, by autumn if you can.";
    const terms = "I agree that my data is processed so that my request can be answered, as the privacy policy says.";
    const { fields, facts } = leadOfForm({ email: "a@b.example", "Field 1": wish, "Privacy policy": terms });
    expect(fields.notes).toBe(wish);
    expect(facts).toEqual({ "Privacy policy": terms });
  });

  test.each<[string, object]>([
    ["a page's address", { page_url: "https://acme.example/pricing", url: "https://acme.example" }],
    ["someone else's email", { friend_email: "friend@b.example", referrer: { email: "r@b.example" } }],
    ["no answer to the question", { email: "none", phone: "call me", website: "-" }],
    ["a number", { "Order number": "49123456789", amount: 1200300 }],
    ["nothing", {}],
  ])("%s is not a contact", (_, data) => {
    expect(leadOfForm(data).nobody).toMatch(/^(?:No contact details|This submission has no answers)/u);
  });
});

test.each([
  { name: "山田", email: "ａｎｎ＠ａｃｍｅ．ｅｘａｍｐｌｅ", phone: "０３－１２３４－５６７８" },
  { name: "محمد", email: "\u200eann@acme.example\u200f", phone: "٠٥٠١٢٣٤٥٦٧" },
])("contacts in full-width or Arabic signs are contacts: $name", (data) => {
  const { email, phone } = leadOfForm(data).fields;
  expect({ email, phone }).toEqual({ email: data.email, phone: data.phone });
});

test("people in a list are separated, answers in a list aren't", () => {
  const people = (data: unknown): number => readGeneric(data, "generic").records.length;
  expect(people([{ email: "a@b.example" }, { email: "c@d.example" }])).toBe(2);
  expect(people({ contacts: [{ email: "a@b.example" }, { email: "c@d.example" }] })).toBe(2);
  expect(people([{ name: "email", value: "a@b.example" }])).toBe(1);
  expect(
    people([
      { name: "Ann", email: "a@b.example", value: 900 },
      { name: "Bo", phone: "+442079460001", value: 5 },
    ]),
  ).toBe(2);
  expect(people({ email: "a@b.example", data: ["x", "y"] })).toBe(1);
  expect(people([1, 2])).toBe(1);
});

test.each([
  [{ form_name: "Ask us" }, "Ask us"],
  [{ "form-name": "Ask us" }, "Ask us"],
  [{ form: { name: "Ask us" } }, "Ask us"],
  [{ form: "x" }, ""],
  [[], ""],
])("%j is called %j", (data, name) => {
  expect(readGeneric(data, "generic").formName).toBe(name);
});
