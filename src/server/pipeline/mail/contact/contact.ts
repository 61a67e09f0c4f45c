import type { LeadTextField } from "#shared/lead-fields.ts";
import type { ReadMethod } from "#shared/raw-lead.ts";
import { companyOf, IS_UNIT } from "#server/pipeline/mail/contact/contact-company.ts";
import { isUnspacedTitle, nameOf } from "#server/pipeline/mail/contact/contact-name.ts";
import {
  asReceived,
  lineAt,
  NOTHING,
  piecesIn,
  type Piece,
  type Said,
  type Written,
  withLostLetters,
} from "#server/pipeline/mail/contact/contact-parts.ts";
import { introductionIn } from "#server/pipeline/mail/contact/introduction.ts";
import { domainOf, writtenAddress } from "#server/pipeline/mail/contact/mail-address.ts";
import { companyScore } from "#server/pipeline/mail/contact/signature-company.ts";
import { isLocalOf, isNameOf, nameIn } from "#server/pipeline/mail/contact/signature-line.ts";
import { hasPublicSuffix } from "#server/pipeline/text/domains.ts";
import { isNoReplyAddress } from "#server/pipeline/text/email-noise.ts";
import { findEmailAddresses } from "#server/pipeline/text/email-text.ts";
import { fold } from "#server/pipeline/text/fold.ts";
import { readJobTitle } from "#server/pipeline/text/job-title.ts";
import { endOfLegalForm, hasLegalForm } from "#server/pipeline/text/legal-forms.ts";
import { readPersonName } from "#server/pipeline/text/person-name.ts";
import { findPhones } from "#server/pipeline/text/phone-text.ts";
import { findPostalAddress } from "#server/pipeline/text/postal-address.ts";

/** Who wrote the message. Fields are as written, and empty where not stated. */
export interface Contact {
  name: string;
  company: string;
  title: string;
  phone: string;
  email: string;
  address: string;
  website: string;
  methods: Partial<Record<LeadTextField, ReadMethod>>;
  /** The line or phrase that each field was read from. */
  spans: Partial<Record<LeadTextField, string>>;
}

const WEB = /(?:https?:\/\/|www\.)[^\s<>"')\]]{3,200}/iu;
const NETWORKS =
  /(?:linkedin|facebook|twitter|instagram|youtube|xing|calendly|goo|bit|t|x|zoom|teams\.microsoft|aka)\.(?:com|ly|gl|co|us|ms|me)\b/iu;
/** Labels of numbers that belong to someone else. */
const OF_ANOTHER = /^\W{0,3}(?:asst|assistant|secretary|assistentin|sekretariat|c\/o|cc|attn)\b[^,]*\p{Lu}/iu;
/** "Director Payment Department" is a title, "Associate & Analyst Program" a department. */
const HEADS_UNIT = /^(?:director|head|chief|manager|leiter(?:in)?|directora?|directeur|directrice|direttore)\s/iu;
/** A number without a label on its own line */
const BARE_NUMBER = /^\s*(?!0{3})\d(?:[\s()./-]{0,2}\d){8,12}(?:\s?\/[\d\s-]+)?\s*$/u;
/** A text with more addresses or phone numbers than this is a list. */
const MOST = 30;
const MESSENGER = /(?<!\p{L})(?:im|jabber|xmpp|msn|aim|icq|skype|yahoo|gtalk|sip)\s?[:：]?\s?$/iu;
/** Reads who wrote a message. Nothing is guessed except the company's name from its own domain. */
export function readContact(received: Written): Contact {
  const written = { ...received, signature: received.signature.map(withLostLetters) };
  const pieces = piecesIn(written.signature);
  const name = nameOf(written, pieces);
  const email = emailOf(written, name.value);
  const company = companyOf(written, pieces, { name: name.value, email: email.value });
  const title = titleOf(written, pieces);
  // "Head of Sales, Acme", "Founder at Acme"
  const before = title.value.slice(0, -company.value.length);
  if (company.value !== "" && title.value === before + company.value)
    title.value = /^(.+?)(?:,| at| bei| chez) $/u.exec(before)?.[1] ?? title.value;
  const said = {
    name,
    company,
    title,
    phone: phoneOf(written, name.value),
    email,
    scrapeUrl: websiteOf(written),
  };
  const methods: Contact["methods"] = {};
  const spans: Contact["spans"] = {};
  for (const [field, { value, method, span }] of Object.entries(said) as [LeadTextField, Said][]) {
    if (value === "") continue;
    methods[field] = method;
    spans[field] = asReceived(span).replace(/\s+/gu, " ").trim().slice(0, 200);
  }
  return {
    name: asReceived(name.value),
    company: asReceived(company.value),
    title: asReceived(title.value),
    phone: said.phone.value,
    email: email.value,
    address: findPostalAddress(received.signature.join("\n"))?.written ?? "",
    website: asReceived(said.scrapeUrl.value),
    methods,
    spans,
  };
}

function emailOf({ writer, replyTo, form, text, signature }: Written, name: string): Said {
  if (form !== null && form.email !== "") return { value: form.email, method: "text", span: form.email };
  const answered = replyTo?.address ?? "";
  const isNobodys = isNoReplyAddress(writer.address);
  // A portal that passes on inquiries also names its own support.
  const mayBeTheirs = (address: string): boolean => !isNobodys || domainOf(address) !== domainOf(writer.address);
  if (replyTo !== null && answered !== "" && !isNoReplyAddress(answered) && (form !== null || isNobodys))
    return { value: answered, method: "header", span: writtenAddress(replyTo) };
  if (form === null && writer.address !== "" && !isNobodys)
    return { value: writer.address, method: "header", span: writtenAddress(writer) };
  let first: Said | null = null;
  for (const line of signature) {
    const found = findEmailAddresses(line)
      .filter(({ address, start }) => !MESSENGER.test(line.slice(0, start)) && !/^\d{7,}@/u.test(address))
      .map((one) => ({ address: withoutNumber(one.address, line.slice(0, one.start)) }))
      .filter(({ address }) => mayBeTheirs(address));
    if (OF_ANOTHER.test(line)) continue;
    const own = found.find(({ address }) => isLocalOf(address, name))?.address ?? spelledOut(line, name);
    if (own !== null) return { value: own, method: "signature", span: line };
    const [any] = found;
    if (any !== undefined) first ??= { value: any.address, method: "signature", span: line };
  }
  if (first !== null) return first;
  if (form !== null) return NOTHING;
  const whole = text.join("\n").slice(0, 20_000);
  const own = findEmailAddresses(whole)
    .slice(0, MOST)
    .find(
      ({ address, start }) =>
        !/[/=&]$/u.test(whole.slice(0, start).slice(-1)) &&
        mayBeTheirs(address) &&
        (isLocalOf(address, name) ||
          (!isSomebodyElses(address, name, whole.slice(Math.max(0, start - 600), start)) && isOfWriter(whole, start))),
    );
  return own === undefined ? NOTHING : { value: own.address, method: "text", span: lineAt(whole, own.start) };
}

/** "aschmidt at acme.com": counts as an address only if it matches the name, is alone on its line or follows "Email:". */
function spelledOut(line: string, name: string): string | null {
  const [, local = "", domain = ""] =
    /(?<![\w.@-])([\w.+-]{2,64}) (?:at|AT) ([a-z\d-]{2,60}(?:\.[a-z\d-]{2,60}){1,4})/iu.exec(line) ?? [];
  const address = `${local}@${domain}`;
  const isOwn = isLocalOf(address, name) || /\b(?:e-?)?mail\b[^:@]{0,20}:|^\W*\w[\w.+-]* at [\w.-]*\w\W*$/iu.test(line);
  return local !== "" && isOwn && hasPublicSuffix(domain) ? address : null;
}

/** "(212) 925 7585anna@acme.com": a lost line break. */
function withoutNumber(address: string, before: string): string {
  return /\d{3}\)?[\s.-]$/u.test(before) ? address.replace(/^(?:\d{3}-)?\d{4}(?=\p{L})/u, "") : address;
}

/** Whether an address spells another full name, or the name of someone mentioned before it. */
function isSomebodyElses(address: string, name: string, before: string): boolean {
  if (isLocalOf(address, name)) return false;
  const local = fold(address.slice(0, address.indexOf("@")));
  if (name !== "" && /^\p{L}{2,}[._]\p{L}{2,}$/u.test(local)) return true;
  return [...before.matchAll(/(?<!\p{L})\p{Lu}\p{Ll}{2,20}(?!\p{L})(?!\S*@)/gu)].some(
    ([word]) => local.endsWith(fold(word)) && local.length > word.length,
  );
}

function titleOf({ form, text: body }: Written, pieces: readonly Piece[]): Said {
  if (form !== null && form.title !== "") return { value: form.title, method: "text", span: form.title };
  for (const { text, line } of pieces) {
    // "555 0100 (secretary)" is someone else's number.
    if (
      (IS_UNIT.test(text) && !HEADS_UNIT.test(text)) ||
      /,\s[A-Z]{2}$/u.test(text) ||
      (line.includes(`(${text})`) && /\d{3}/u.test(line))
    )
      continue;
    // "Head of Acme Laboratories" scores below a company that has a legal form or a word for organizations.
    const isCompany = companyScore(text, []) >= (text.includes(", ") ? 2.5 : 3);
    const isName = (readPersonName(text)?.certainty ?? 0) >= 0.9 && !isUnspacedTitle(text);
    const title = isName || isCompany ? titleWithin(text) : readJobTitle(text);
    if (title !== null) return { value: title, method: "signature", span: line };
  }
  for (const { text, line } of pieces) {
    // "Trainee Anna Schmidt", "Professor Anna Schmidt"
    const before = text.slice(0, -(readPersonName(text)?.name ?? text).length).trim();
    if (/^\p{L}{5,}$/u.test(before) && readJobTitle(before) !== null)
      return { value: before, method: "signature", span: line };
  }
  const { title, spans } = introductionIn(form === null ? body.join("\n") : form.message);
  return title === "" ? NOTHING : { value: title, method: "text", span: spans.title };
}

/** "Web Engineer" from "Web Engineer, Acme Ltd", "Web Engineer of Acme Ltd", "Acme Ltd, Web Engineer" or "Acme Ltd Web Engineer". */
function titleWithin(text: string): string | null {
  // "Head of Growth, Acme Media" ends at the comma.
  const [head = "", employer] = text.split(/,\s|\s(?:at|bei|chez)\s/u);
  const isWhole = employer !== undefined && companyScore(head, []) < 2.5;
  const [first = "", second = ""] = isWhole ? [head, employer] : text.split(/,\s|\s(?:of|at|bei|chez)\s/u);
  const end = endOfLegalForm(text);
  const behind = end === null ? second : text.slice(end);
  return (
    (second === "" || hasLegalForm(first) ? null : readJobTitle(first)) ??
    (hasLegalForm(behind) ? null : readJobTitle(behind))
  );
}

function phoneOf({ form, text, signature }: Written, name: string): Said {
  if (form !== null && form.phone !== "")
    return { value: findPhones(form.phone)[0]?.written ?? form.phone, method: "text", span: form.phone };
  const signed = signature.filter((line) => !OF_ANOTHER.test(line)).join("\n");
  const own = findPhones(signed).find(({ kind }) => kind !== "fax");
  if (own !== undefined) return { value: own.written, method: "signature", span: lineAt(signed, own.start) };
  const bare = signature.find((line) => BARE_NUMBER.test(line));
  const number = findPhones(`tel: ${bare?.trim()}`)[0]?.written;
  if (bare !== undefined && number !== undefined) return { value: number, method: "signature", span: bare };
  const whole = (form === null ? text.join("\n") : form.message).slice(0, 20_000);
  const isAnothers = (start: number): boolean => {
    const before = whole.slice(Math.max(0, start - 240), start);
    if (/^ask for\s/iu.test(whole.slice(start, start + 80).replace(/^[^\p{L}]+/u, ""))) return true;
    if (
      before
        .slice(before.lastIndexOf("\n\n") + 1)
        .split("\n")
        .some((line) => OF_ANOTHER.test(line))
    )
      return true;
    // "Bob Roe\nTel. 555 0100" within the text
    const named = before
      .split("\n")
      .slice(-2)
      .map((line) => nameIn(line, ""));
    return (
      named.some((one) => one !== null && !isNameOf(one, name)) ||
      findEmailAddresses(before).some(({ address }) => isSomebodyElses(address, name, before))
    );
  };
  const found = findPhones(whole)
    .slice(0, MOST)
    .find(({ kind, start }) => kind !== "fax" && !isAnothers(start) && isOfWriter(whole, start));
  return found === undefined ? NOTHING : { value: found.written, method: "text", span: lineAt(whole, found.start) };
}

function websiteOf({ writer, form, signature }: Written): Said {
  if (form !== null) return form.website === "" ? NOTHING : { value: form.website, method: "text", span: form.website };
  // Without "www.", only the writer's own domain is distinguishable from other words with dots.
  const own = domainOf(writer.address);
  for (const line of signature) {
    const address = WEB.exec(line)?.[0].replace(/[.,;:!?]+$/u, "");
    if (address !== undefined && !NETWORKS.test(address)) return { value: address, method: "signature", span: line };
    const site = line.split(/[\s|·•,]+/u).find((word) => own !== "" && !word.includes("@") && domainOf(word) === own);
    if (site !== undefined) return { value: site, method: "signature", span: line };
  }
  return NOTHING;
}

/** Words that refer to the writer, and words that refer to someone else. */
const OWN =
  /(?<!\p{L})(?:i|i'm|i’m|me|my|mine|myself|us|our|ours|mir|mich|mein\p{L}{0,2}|ich|uns|unser\p{L}{0,2}|je|j'ai|moi|mon|ma|mes|nous|notre|nos|me|mi|mis|mí|nosotros|nuestr[oa]s?|mio|mia|ci|nostr[oaie]|meu|minha|nosso|nossa|mij|mijn|ik|ons|onze|мне|мой|моя|меня|нам|нас|наш\p{L}{0,2}|mnie|mój|moja|nas|nam|nasz\p{L}{0,2}|bana|beni|benim|bize|bizi|numaram)(?!\p{L})|我|我们|本人|私|弊社|当方|こちら|小生/giu;
const OTHERS =
  /(?<!\p{L})(?:he|him|his|she|her|hers|they|them|their|theirs|mr\.?|mrs\.?|ms\.?|dr\.?|sir|colleague|assistant|secretary|minister\p{L}*|customers?|supplier|ihn|ihm|seine?\p{L}?|herrn?|frau|kolleg\p{L}+|lui|leur|monsieur|madame|m\.|mme|él|ella|señora?|sr\.?|sra\.?|sig\.?|signora?|hij|zijn|haar|dhr\.?|mevr\.?|он|она|его|её|ему|ей|коллег\p{L}+|pan|pani|ona|onun|bey|hanım|dial-?in|call-?in|conference|helpline|hotline)(?!\p{L})|他|她|彼|彼女/giu;
/** "call Bob at", "reach Anna Schmidt on", "return to Robert": someone is named as the contact. */
const NAMED =
  /(?<!\p{L})(?:call|contact|reach|e-?mail|mail|write|ask|notify|to|with|phone|respond|reply|fax|send|see|is|anrufen|bei|an|kontaktieren(?: sie)?|contacter|appeler|contactar|llamar|contattare|bel|mail naar|z|do)\s(?:(?:it|them|this|your .{1,20}) to )?\p{Lu}[\p{Ll}'’.-]+(?:\s\p{Lu}[\p{L}'’.-]*){0,3},?(?:\s\(|\s[\p{L},'’ ]{0,50})?\s?$/u;
const WINDOW = 180;

/** Whether a phone or address in a text is the writer's rather than that of someone named before it. */
function isOfWriter(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - WINDOW), at);
  const start = Math.max(before.lastIndexOf("\n\n") + 2, endOfSentence(before), 0);
  const sentence = before.slice(start).replace(/\s+/gu, " ");
  const own = lastOf(OWN, sentence);
  if (own > lastOf(OTHERS, sentence)) return !NAMED.test(sentence.slice(own));
  return lastOf(OTHERS, sentence) < 0 && !NAMED.test(sentence);
}

function endOfSentence(text: string): number {
  let end = 0;
  for (const { 0: mark, index } of text.matchAll(/(?<=\p{L}{3,20}|[)\d])[.!?]\s+(?=\p{Lu})|[。！？]/gu))
    end = index + mark.length;
  return end;
}

function lastOf(words: RegExp, text: string): number {
  let last = -1;
  for (const { index } of text.matchAll(words)) last = index;
  return last;
}
