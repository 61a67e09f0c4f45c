import { createHmac } from "node:crypto";
import type { SampleLead } from "#server/demo/sample-leads.ts";

/** What a form service sends. */
export interface Submission {
  body: string;
  contentType: string;
  /** The service that signs it. */
  signer: "typeform" | "google_forms" | null;
}

/** An answer, what was asked, and as what the services that know kinds of questions ask it. */
interface Asked {
  question: string;
  value: string;
  kind: "email" | "phone" | "message" | "text";
}

type Service = (answers: readonly Asked[], id: string, at: string) => Submission;

const QUESTIONS = [
  { field: "name", question: "Full name", kind: "text" },
  { field: "email", question: "Work e-mail", kind: "email" },
  { field: "company", question: "Company", kind: "text" },
  { field: "title", question: "Job title", kind: "text" },
  { field: "industry", question: "Industry", kind: "text" },
  { field: "phone", question: "Phone number", kind: "phone" },
  { field: "notes", question: "How can we help?", kind: "message" },
] as const;

/** The forms of the sample team: most of its own pages, and those that campaigns use. */
const SERVICES: readonly Service[] = [
  ownPage,
  typeform,
  googleForms,
  ownPage,
  tally,
  webflow,
  typeform,
  facebook,
  fillout,
];

/** What arrives when a lead of the sample fills in a form; `number` is its own, and decides which form. */
export function leadSubmission({ fields, facts }: SampleLead, number: number, at: string): Submission {
  const answers = QUESTIONS.flatMap(({ field, question, kind }): Asked[] => {
    const value = fields[field];
    return value === undefined ? [] : [{ question, value, kind }];
  });
  const further = facts.map(({ name, value }): Asked => ({ question: name, value, kind: "text" }));
  const service = SERVICES[number % SERVICES.length] ?? ownPage;
  return service([...answers, ...further], `r${String(number + 1).padStart(5, "0")}`, at);
}

/** Submissions that nobody can be answered to, oldest first. */
export function strangeSubmissions(): Submission[] {
  const survey = { "How was our webinar?": "Good", "What did you miss?": "More time for questions." };
  const robot = { name: "BestOffers", email: "offers@cheapest.example", message: "Buy now", _gotcha: "1" };
  return [
    {
      body: JSON.stringify({ form_name: "Webinar survey", ...survey }),
      contentType: "application/json",
      signer: null,
    },
    {
      body: new URLSearchParams(robot).toString(),
      contentType: "application/x-www-form-urlencoded",
      signer: null,
    },
    {
      body: JSON.stringify({ form_name: "Webinar survey", "How was our webinar?": "Too long" }),
      contentType: "application/json",
      signer: null,
    },
  ];
}

/** The value of the service's signature header: `sha256=` and the HMAC of the body under its secret. */
export function signatureOf(body: string, secret: string, encoding: "base64" | "hex"): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest(encoding)}`;
}

function json(payload: object, signer: Submission["signer"] = null): Submission {
  return { body: JSON.stringify(payload), contentType: "application/json", signer };
}

/** The contact page: a form of plain HTML. */
function ownPage(answers: readonly Asked[]): Submission {
  const fields = new URLSearchParams({ form_name: "Contact page" });
  for (const { question, value } of answers) fields.append(question, value);
  return { body: fields.toString(), contentType: "application/x-www-form-urlencoded", signer: null };
}

function typeform(answers: readonly Asked[], id: string, at: string): Submission {
  const type = { email: "email", phone: "phone_number", message: "text", text: "text" } as const;
  const asked = { email: "email", phone: "phone_number", message: "long_text", text: "short_text" } as const;
  const fieldOf = ({ kind }: Asked, index: number) => ({
    id: `q${index + 1}`,
    ref: `ref-${index + 1}`,
    type: asked[kind],
  });
  return json(
    {
      event_id: `event-${id}`,
      event_type: "form_response",
      form_response: {
        form_id: "lT4Z3j",
        token: id,
        submitted_at: at,
        definition: {
          id: "lT4Z3j",
          title: "Talk to us",
          fields: answers.map((answer, index) => ({ ...fieldOf(answer, index), title: answer.question })),
        },
        answers: answers.map((answer, index) => ({
          type: type[answer.kind],
          [type[answer.kind]]: answer.value,
          field: fieldOf(answer, index),
        })),
      },
    },
    "typeform",
  );
}

function googleForms(answers: readonly Asked[], id: string, at: string): Submission {
  const type = { email: "TEXT", phone: "TEXT", message: "PARAGRAPH_TEXT", text: "TEXT" } as const;
  return json(
    {
      source: "google_forms",
      formTitle: "Webinar registration",
      responseId: id,
      submittedAt: at,
      respondentEmail: "",
      answers: answers.map(({ question, value, kind }) => ({ title: question, type: type[kind], response: value })),
    },
    "google_forms",
  );
}

function tally(answers: readonly Asked[], id: string, at: string): Submission {
  const type = { email: "INPUT_EMAIL", phone: "INPUT_PHONE_NUMBER", message: "TEXTAREA", text: "INPUT_TEXT" } as const;
  const fields = answers.map(({ question, value, kind }, index) => ({
    key: `question_${index + 1}`,
    label: question,
    type: type[kind],
    value,
  }));
  const data = { responseId: id, submissionId: id, formId: "wA7rEd", formName: "Call me back", createdAt: at, fields };
  return json({ eventId: `event-${id}`, eventType: "FORM_RESPONSE", createdAt: at, data });
}

function webflow(answers: readonly Asked[], id: string, at: string): Submission {
  const data = Object.fromEntries(answers.map(({ question, value }) => [question, value]));
  const payload = { name: "Landing page", siteId: "65427cf4", data, submittedAt: at, id, formId: "65429eadebe8a9f3" };
  return json({ triggerType: "form_submission", payload });
}

function facebook(answers: readonly Asked[], id: string, at: string): Submission {
  return json({
    id,
    created_time: at,
    form_name: "Spring campaign",
    platform: "fb",
    field_data: answers.map(({ question, value }) => ({ name: question, values: [value] })),
  });
}

function fillout(answers: readonly Asked[], id: string, at: string): Submission {
  const type = { email: "EmailInput", phone: "PhoneNumber", message: "LongAnswer", text: "ShortAnswer" } as const;
  const questions = answers.map(({ question, value, kind }, index) => ({
    id: `q${index + 1}`,
    name: question,
    type: type[kind],
    value,
  }));
  const submission = { submissionId: id, submissionTime: at, lastUpdatedAt: at, questions };
  return json({ formId: "vso75RZg", formName: "Partner enquiry", submission });
}
