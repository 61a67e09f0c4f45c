import type { LeadTextField, ReadMethod } from "#shared/raw-lead.ts";
import type { RelayedForm } from "#server/email-analysis/form-relay.ts";
import { domainOf, type MailAddress } from "#server/email-analysis/mail-address.ts";
import { companyInText } from "#server/email-analysis/company-in-text.ts";
import { readCompanyName } from "#server/reading/company-name.ts";
import { companyOfDomain } from "#server/reading/domains.ts";
import { isNoReplyAddress } from "#server/reading/email-noise.ts";
import { findEmailAddresses } from "#server/reading/email-text.ts";
import { readJobTitle } from "#server/reading/job-title.ts";
import { readPersonName } from "#server/reading/person-name.ts";
import { findPhones } from "#server/reading/phone-text.ts";
import { findPostalAddress } from "#server/reading/postal-address.ts";

/** Who wrote, each field as it stands in the message and empty where it does not say; `methods` tell where it stood. */
export interface Contact {
  name: string;
  company: string;
  title: string;
  phone: string;
  email: string;
  address: string;
  website: string;
  methods: Partial<Record<LeadTextField, ReadMethod>>;
}

/** The parts of a message that tell of its writer. */
export interface Written {
  writer: MailAddress;
  replyTo: MailAddress | null;
  form: RelayedForm | null;
  text: readonly string[];
  signature: readonly string[];
}

interface Said {
  value: string;
  method: ReadMethod;
}

const NOTHING: Said = { value: "", method: "text" };
const PIECES = /\s?[|·•]\s?|\s[–—-]\s|\s\/\s|,\s|\s{3,}/u;
const WEB = /(?:https?:\/\/|www\.)[^\s<>"')\]]{3,200}/iu;
const NETWORKS =
  /(?:linkedin|facebook|twitter|instagram|youtube|xing|calendly|goo|bit|t|x|zoom|teams\.microsoft|aka)\.(?:com|ly|gl|co|us|ms|me)\b/iu;
/** Below many signatures the law wants the company's board and registers. */
const OF_THE_COMPANY =
  /^\s{0,3}(?:geschäftsf(?:ü|ue)hr(?:er|erin|ung)|gf|vorst(?:and|ände)|vorstandsvorsitz\p{L}*|aufsichtsrat\p{L}*|inhaber(?:in)?|vertreten durch|managing directors?|directors?|board|chairman|registered|gérants?|président|gerente|amministratore|bestuurders?|zaakvoerder)[\s\p{L}()]{0,30}[:：]/iu;
/** "i.A.", "i.V.", "p.p.": signing for somebody. */
const ON_BEHALF = /^(?:i\.\s?[AV]\.|ppa\.?|p\.\s?p\.|p\.?p\.?|p\.\s?o\.)\s/u;
const MAX_NAME = 200;
/** "My name is Anna Schmidt", "ich heiße …": people who sign with less than they say. */
const INTRODUCTION =
  /(?:my name is|this is|i am|i'm|ich bin|ich heiße|mein name ist|je m'appelle|je suis|me llamo|mi nombre es|soy|mi chiamo|sono|ik ben|mijn naam is|jag heter|меня зовут|我是|我叫)\s?((?:\p{Lu}[\p{L}'’.-]{1,30}\s?){1,4}|\p{sc=Han}{2,4})/u;

/** Reads who wrote a message. Nothing is guessed but the company's name by its own domain. */
export function readContact(written: Written): Contact {
  const signature = written.signature.flatMap((line) => [...line.split(PIECES), line]);
  const email = emailOf(written);
  const said = {
    name: nameOf(written, signature),
    company: companyOf(written, signature, email.value),
    title: titleOf(written, signature),
    phone: phoneOf(written),
    email,
    scrapeUrl: websiteOf(written),
  };
  const methods: Contact["methods"] = {};
  for (const [field, { value, method }] of Object.entries(said) as [LeadTextField, Said][]) {
    if (value !== "") methods[field] = method;
  }
  return {
    name: said.name.value,
    company: said.company.value,
    title: said.title.value,
    phone: said.phone.value,
    email: email.value,
    address: findPostalAddress(written.signature.join("\n"))?.written ?? "",
    website: said.scrapeUrl.value,
    methods,
  };
}

function emailOf({ writer, replyTo, form, text, signature }: Written): Said {
  if (form !== null && form.email !== "") return { value: form.email, method: "text" };
  const answered = replyTo?.address ?? "";
  if (answered !== "" && (form !== null || isNoReplyAddress(writer.address)))
    return { value: answered, method: "header" };
  if (form === null && writer.address !== "") return { value: writer.address, method: "header" };
  const [signed] = findEmailAddresses(signature.join("\n"));
  if (signed !== undefined) return { value: signed.address, method: "signature" };
  const [told] = form === null ? findEmailAddresses(text.join("\n")) : [];
  return told === undefined ? NOTHING : { value: told.address, method: "text" };
}

function nameOf({ writer, replyTo, form, text, signature }: Written, pieces: readonly string[]): Said {
  if (form !== null) {
    const person = readPersonName(form.name)?.name ?? form.name.slice(0, MAX_NAME);
    if (person !== "") return { value: person, method: "text" };
  }
  const shown = readPersonName(form === null ? writer.name : (replyTo?.name ?? ""));
  const signed =
    pieces
      .filter((piece) => !OF_THE_COMPANY.test(piece))
      .map((piece) => readPersonName(withoutGreeting(piece)))
      .find((name) => name !== null && name.certainty >= 0.5 && name.name.includes(" ")) ?? null;
  const hasBoth = shown?.name.includes(" ") === true;
  if (shown !== null && (hasBoth || signed === null)) return { value: shown.name, method: "header" };
  if (signed !== null) return { value: signed.name, method: "signature" };
  const introduced = readPersonName(INTRODUCTION.exec(text.join("\n").slice(0, 4_000))?.[1] ?? "");
  if (introduced !== null && introduced.certainty >= 0.75) return { value: introduced.name, method: "text" };
  const first = readPersonName(withoutGreeting(signature[0] ?? ""));
  if (first !== null) return { value: first.name, method: "signature" };
  return isOwnName(writer.name) ? { value: writer.name.slice(0, MAX_NAME), method: "header" } : NOTHING;
}

/** A display name in another shape than names are recognised by is still what the writer calls himself. */
function isOwnName(name: string): boolean {
  return name !== "" && !name.includes("@") && readCompanyName(name) === null;
}

function companyOf({ writer, form, text }: Written, pieces: readonly string[], email: string): Said {
  if (form !== null && form.company !== "") return { value: form.company, method: "text" };
  for (const piece of pieces) {
    const name = readCompanyName(piece);
    if (name !== null && readPersonName(piece) === null) return { value: name, method: "signature" };
  }
  const shown = readCompanyName(writer.name);
  if (form === null && shown !== null) return { value: shown, method: "header" };
  const told = companyInText(form === null ? text.join("\n") : form.message);
  if (told !== null) return { value: told, method: "text" };
  const named = companyOfDomain(domainOf(email));
  return named === null || email === "" ? NOTHING : { value: named, method: form === null ? "header" : "text" };
}

function titleOf({ form }: Written, pieces: readonly string[]): Said {
  if (form !== null && form.title !== "") return { value: form.title, method: "text" };
  const titles = pieces.filter(
    (piece) => readCompanyName(piece) === null && (readPersonName(piece)?.certainty ?? 0) < 0.9,
  );
  const title = titles.map((piece) => readJobTitle(piece)).find((found) => found !== null);
  return title === undefined || title === null ? NOTHING : { value: title, method: "signature" };
}

function phoneOf({ writer, form, text, signature }: Written): Said {
  if (form !== null && form.phone !== "") return { value: form.phone, method: "text" };
  const country = countryOf(writer.address);
  const signed = findPhones(signature.join("\n"), country).find(({ kind }) => kind !== "fax");
  if (signed !== undefined) return { value: signed.written, method: "signature" };
  const told = findPhones((form === null ? text.join("\n") : form.message).slice(0, 20_000), country).find(
    ({ kind }) => kind !== "fax",
  );
  return told === undefined ? NOTHING : { value: told.written, method: "text" };
}

function websiteOf({ writer, form, signature }: Written): Said {
  if (form !== null) return form.website === "" ? NOTHING : { value: form.website, method: "text" };
  for (const line of signature) {
    const address = WEB.exec(line)?.[0].replace(/[.,;:!?]+$/u, "");
    if (address !== undefined && !NETWORKS.test(address)) return { value: address, method: "signature" };
  }
  // Written without "www.", the writer's own domain is told from other words with dots.
  const own = domainOf(writer.address);
  const pieces = signature.flatMap((line) => line.split(PIECES));
  const site = own === "" ? undefined : pieces.find((piece) => piece.trim().toLowerCase() === own);
  if (site !== undefined) return { value: site.trim(), method: "signature" };
  return NOTHING;
}

/** The country of a national top-level domain, by which numbers without a country code are recognised as such. */
function countryOf(address: string): string | undefined {
  const top = domainOf(address).split(".").at(-1) ?? "";
  if (!/^[a-z]{2}$/u.test(top)) return undefined;
  return top === "uk" ? "GB" : top.toUpperCase();
}

/** "Thanks, Anna" and "- Anna" hold a name. */
function withoutGreeting(line: string): string {
  return line
    .replace(/^[\s–—~*-]+/u, "")
    .replace(ON_BEHALF, "")
    .replace(/^[\p{L}\s]{2,40},\s(?=\p{Lu})/u, (greeting) =>
      /\b(?:thank|regards|best|cheers|gru|grü|dank|merci|saludos|gracias|saluti|grazie)/iu.test(greeting)
        ? ""
        : greeting,
    );
}
