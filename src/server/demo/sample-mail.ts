import type { Language } from "#server/demo/sample-cultures.ts";
import type { SampleLead } from "#server/demo/sample-leads.ts";

/** Where the sample team receives its mail. */
const SALES_ADDRESS = "sales@planwell.example";

/** Written so long before somebody of the team pastes it. */
const PASTED_AFTER = 25 * 60_000;

const PHRASES: Record<Language, { greeting: string; closing: string }> = {
  en: { greeting: "Hello,", closing: "Kind regards," },
  de: { greeting: "Guten Tag,", closing: "Mit freundlichen Grüßen" },
  fr: { greeting: "Bonjour,", closing: "Cordialement," },
  es: { greeting: "Buenos días:", closing: "Un cordial saludo," },
  ja: { greeting: "お世話になっております。", closing: "よろしくお願いいたします。" },
};

/** What a message says about itself. */
interface MailHead {
  from: string;
  subject: string;
  /** Further header lines. */
  headers?: readonly string[];
}

/** The message that a lead of the sample wrote, as its source looks in a mail program: what is pasted at that moment. */
export function sampleMail({ fields, facts, language }: SampleLead, pastedAt: Date): string {
  const { greeting, closing } = PHRASES[language];
  const fact = (name: string): string => facts.find((one) => one.name === name)?.value ?? "";
  const signature = [fields.name, fields.title, fields.company, fields.phone].filter((line) => line !== undefined);
  const text = [greeting, "", fact("Message"), "", closing, "", ...signature].join("\n");
  return mailText({ from: `"${fields.name}" <${fields.email}>`, subject: fact("Subject") }, text, pastedAt);
}

/** A message with its headers, written a little before it is pasted; null for one that is pasted without a date. */
export function mailText({ from, subject, headers = [] }: MailHead, text: string, pastedAt: Date | null): string {
  const dates =
    pastedAt === null
      ? []
      : [`Date: ${new Date(pastedAt.getTime() - PASTED_AFTER).toUTCString().replace("GMT", "+0000")}`];
  return [`From: ${from}`, `To: ${SALES_ADDRESS}`, `Subject: ${subject}`, ...dates, ...headers, "", text, ""].join(
    "\n",
  );
}
