import { LIMITS } from "#shared/limits.ts";

const { nameLength, emailLength, fieldLength, notesLength } = LIMITS.lead;

/** The kind of value, which determines input type, validation and formatting. */
export type LeadFieldType = "text" | "email" | "phone" | "link" | "longText";

/** A place that shows a subset of the fields in its own order. */
export type FieldPlace = "form" | "sheet" | "list" | "report" | "csv";

interface LeadField {
  /** The name used on every screen, in messages and by the assistant. */
  label: string;
  /** Name within a sentence, where it isn't the lowercased label. */
  noun?: string;
  type: LeadFieldType;
  maxLength: number;
  /** Database column. */
  column: string;
  /** CSV heading, where existing scripts rely on a name other than the label. */
  csvHeading?: string;
  /** Position in each place. In the CSV, positions are shared with the columns of `lead-csv.ts`. */
  shown: Partial<Record<FieldPlace, number>>;
  /** Rules search it for keywords. */
  isScored?: true;
  /** Synonyms in assistant questions, as a regular expression. */
  asked?: string;
}

/**
 * Every text field of a lead. Import, editing, merging, undo and origins all derive from this table. To add a field,
 * add an entry, its header synonyms below and a migration for its column.
 */
export const LEAD_FIELDS = {
  name: {
    label: "Name",
    type: "text",
    maxLength: nameLength,
    column: "name",
    shown: { form: 1, sheet: 1, csv: 1 },
  },
  email: {
    label: "Email",
    type: "email",
    maxLength: emailLength,
    column: "email",
    shown: { form: 2, sheet: 2, list: 1, report: 2, csv: 2 },
    asked: "e?mail(?: address)?",
  },
  company: {
    label: "Company",
    type: "text",
    maxLength: fieldLength,
    column: "company",
    shown: { form: 3, sheet: 5, list: 3, report: 1, csv: 3 },
    isScored: true,
    asked: "employer",
  },
  industry: {
    label: "Industry",
    type: "text",
    maxLength: fieldLength,
    column: "industry",
    shown: { form: 6, sheet: 6, csv: 4 },
    isScored: true,
  },
  title: {
    label: "Job title",
    type: "text",
    maxLength: fieldLength,
    column: "title",
    csvHeading: "Title",
    shown: { form: 4, sheet: 7, csv: 5 },
    isScored: true,
    asked: "title|job|role",
  },
  phone: {
    label: "Phone",
    type: "phone",
    maxLength: fieldLength,
    column: "phone",
    shown: { form: 5, sheet: 3, list: 2, report: 3, csv: 6 },
    asked: "(?:tele)?phone(?: number)?|number",
  },
  scrapeUrl: {
    label: "Website",
    type: "link",
    maxLength: fieldLength,
    column: "scrape_url",
    shown: { form: 7, sheet: 4, csv: 14 },
  },
  notes: {
    label: "Notes",
    type: "longText",
    maxLength: notesLength,
    column: "notes",
    shown: { form: 8, csv: 13 },
    isScored: true,
    asked: "notes?",
  },
} as const satisfies Record<string, LeadField>;

export type LeadTextField = keyof typeof LEAD_FIELDS;

/** Fields whose table entry has the given mark. */
type FieldWith<Mark> = {
  [F in LeadTextField]: (typeof LEAD_FIELDS)[F] extends Mark ? F : never;
}[LeadTextField];
export type ScoredField = FieldWith<{ isScored: true }>;
export type ListField = FieldWith<{ shown: { list: number } }>;

const SPECS: Readonly<Record<LeadTextField, LeadField>> = LEAD_FIELDS;

/** In reading order. */
export const LEAD_TEXT_FIELDS: readonly LeadTextField[] = Object.keys(LEAD_FIELDS) as LeadTextField[];

/** Fields that rules search, in reading order. */
export const SCORED_FIELDS = LEAD_TEXT_FIELDS.filter((field): field is ScoredField => SPECS[field].isScored === true);

/** Fields the lead list can show as columns. */
export const LIST_FIELDS = fieldsIn("list") as ListField[];

/** The fields shown in a place, in its order. */
export function fieldsIn(place: FieldPlace): LeadTextField[] {
  const positionOf = (field: LeadTextField): number => SPECS[field].shown[place] ?? 0;
  return LEAD_TEXT_FIELDS.filter((field) => positionOf(field) > 0).toSorted((a, b) => positionOf(a) - positionOf(b));
}

export function fieldsOfType(...types: readonly LeadFieldType[]): LeadTextField[] {
  return LEAD_TEXT_FIELDS.filter((field) => types.includes(SPECS[field].type));
}

/** Builds an object with a value for each field. */
export function perField<F extends LeadTextField, T>(fields: readonly F[], valueOf: (field: F) => T): Record<F, T> {
  // fromEntries can't express that every field is present.
  return Object.fromEntries(fields.map((field) => [field, valueOf(field)])) as Record<F, T>;
}

export function leadField(field: LeadTextField): Readonly<LeadField> {
  return SPECS[field];
}

/**
 * Column headers that map to each field, comma-separated, in the languages sales sheets use. Kept out of the table so
 * the page doesn't load them.
 */
export const HEADER_SYNONYMS: Readonly<Record<LeadTextField, string>> = {
  name: `
    name, full name, contact, contact name, contact person, person, person name, lead, lead name, customer name, client name,
    vollständiger Name, Ansprechpartner, Ansprechpartnerin, Kontakt, Kontaktperson, nombre, nombre completo,
    nombre y apellidos, contacto, nom, nom complet, nom et prénom, prénom et nom, nome, nome completo, nome e cognome,
    nominativo, contatto, contato, naam, volledige naam, contactpersoon, namn, navn, nimi, imię i nazwisko, ad soyad,
    имя, ФИО, контактное лицо, 姓名, 名字, 联系人, 氏名, 名前, お名前, 担当者, 이름, 성명, الاسم`,
  email: `
    email, e-mail, email address, mail, mail address, email id, Mailadresse, E-Mail-Adresse, correo, correo electrónico,
    dirección de correo, dirección de correo electrónico, courriel, adresse mail, adresse électronique, adresse courriel,
    indirizzo email, posta elettronica, endereço de email, e-mailadres, mailadres, e-post, e-postadress, e-postadresse,
    sähköposti, adres e-mail, e-posta, почта, электронная почта, эл. почта, имейл, 邮箱, 电子邮件, 电子邮箱, 邮件, メール,
    メールアドレス, 이메일, 이메일 주소, البريد الإلكتروني`,
  company: `
    company, company name, organisation, organization, organisation name, organization name, org, account, account name,
    employer, business, business name, firm, agency, institution, cabinet, étude, Kanzlei, agence, agencia, Agentur, despacho, bufete, Firma, Firmenname, Unternehmen, empresa, nombre de la empresa,
    nome da empresa, compañía, organización, institución, ente público, dependencia, Verein, société, entreprise, nom de l'entreprise, raison sociale, organisme, azienda,
    società, ditta, bedrijf, bedrijfsnaam, organisatie, företag, virksomhed, bedrift, selskap, yritys, nazwa firmy, şirket,
    компания, организация, фирма, 公司, 公司名称, 企业, 会社, 会社名, 企業名, 회사, 회사명, الشركة`,
  industry: `
    industry, sector, vertical, business type, type of business, line of business, Branche, Industrie, industria,
    sector de actividad, secteur, secteur d'activité, settore, setor, ramo, bransch, bransje, branża, toimiala, sektor,
    отрасль, сфера деятельности, 行业, 業種, 業界, 업종, 산업, القطاع`,
  title: `
    title, job title, position, role, job, job role, job position, designation, occupation, function, Titel, Position,
    Berufsbezeichnung, Funktion, Beruf, Rolle, cargo, puesto, poste, fonction, titre, ruolo, posizione, mansione, função,
    functie, functietitel, befattning, roll, stilling, stanowisko, должность, 职位, 职务, 役職, 肩書, 직책, 직위, المنصب`,
  phone: `
    phone, phone number, phone no, telephone, telephone number, tel, tel no, mobile, mobile phone, mobile number, cell,
    cell phone, cell number, contact number, WhatsApp, WhatsApp number, Telefon, Telefonnummer, Telefon-Nr, Rufnummer,
    Handy, Handynummer, Mobil, Mobilnummer, Mobiltelefon, teléfono, número de teléfono, móvil, celular, téléphone,
    numéro de téléphone, téléphone portable, portable, telefono, numero di telefono, cellulare, telefone, telemóvel,
    número de telefone, telefoon, telefoonnummer, gsm, mobiel, puhelin, puhelinnumero, numer telefonu, telefon numarası,
    телефон, номер телефона, мобильный, 电话, 电话号码, 手机, 手机号, 手机号码, 電話, 電話番号, 携帯, 携帯電話, 전화, 전화번호,
    휴대폰, الهاتف, رقم الهاتف`,
  scrapeUrl: `
    website, website url, web site, web, web page, url, link, site, homepage, home page, domain, LinkedIn, LinkedIn url,
    LinkedIn profile, LinkedIn profile url, profile, profile url, Webseite, Internetseite, Internet, sitio web, página web,
    site web, site internet, sito, sito web, hemsida, webbplats, hjemmeside, nettside, kotisivu, strona www,
    strona internetowa, сайт, 网站, 网址, ウェブサイト, ホームページ, 웹사이트, 홈페이지, الموقع`,
  notes: `
    notes, note, comments, comment, message, remarks, remark, description, details, inquiry, enquiry, request,
    requirements, need, needs, memo, additional information, Notizen, Notiz, Bemerkung, Bemerkungen, Kommentar,
    Kommentare, Nachricht, Anmerkung, Anmerkungen, Anfrage, Beschreibung, notas, nota, comentarios, comentario, mensaje,
    observaciones, commentaires, commentaire, remarque, remarques, observations, commenti, messaggio, mensagem,
    comentários, observações, opmerkingen, opmerking, bericht, notities, anteckningar, kommentarer, meddelande, noter,
    besked, melding, uwagi, komentarz, wiadomość, mesaj, заметки, комментарий, комментарии, сообщение, примечание, 备注,
    留言, 说明, 備考, メモ, メッセージ, コメント, 메모, 비고, 메시지, ملاحظات, رسالة`,
};
