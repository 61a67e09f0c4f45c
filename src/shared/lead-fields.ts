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
    name, full name, contact, contact name, contact person, person, person name, lead, lead name, customer name,
    client name, vollständiger Name, Ansprechpartner, Ansprechpartnerin, Kontakt, Kontaktperson, nombre,
    nombre completo, nombre y apellidos, contacto, nom, nom complet, nom et prénom, prénom et nom, nome, nome completo,
    nome e cognome, nominativo, contatto, contato, naam, volledige naam, contactpersoon, namn, navn, nimi,
    imię i nazwisko, imię nazwisko, ad soyad, имя, име, ФИО, контактное лицо, 姓名, 名字, 联系人, 氏名, 名前, お名前, 担当者, 이름, 성명, الاسم, display name, name and surname, name surname, first and last name, last and first name,
    surname and name, Vor- und Nachname, Vorname Nachname, Nachname Vorname, Name Vorname, Ansprechperson,
    nombres y apellidos, apellidos y nombres, apellidos y nombre, apellido y nombre, representante,
    representante legal, nom prénom, prénom nom, nom et prénoms, nome cognome, cognome nome, cognome e nome, referente,
    voor- en achternaam, fullt namn, fullt navn, yhteyshenkilö, jméno, celé jméno, jméno a příjmení, kontaktní osoba,
    név, teljes név, kapcsolattartó, nume, nume complet, nume și prenume, persoană de contact, ime, puno ime,
    ime i prezime, kontakt osoba, osoba kontaktowa, isim, adı, adı soyadı, isim soyisim, yetkili kişi, ilgili kişi,
    όνομα, ονοματεπώνυμο, ім'я, ПІБ, контактна особа, контакт, фамилия имя отчество, שם, שם מלא, איש קשר, tên, họ tên,
    họ và tên, nama, nama lengkap, ชื่อ, नाम, 联系人姓名, 客户姓名, 聯絡人, お客様名, 顧客名, 担当者名, 代表者名, 담당자, 담당자명, 대표자, 성함, 고객명, Anzeigename, ご担当者名, ご担当者様, ご担当者, 担当者氏名, ご氏名, お客様氏名, 담당자 이름, Kundenname, nombre y apellido, الاسم الكامل`,
  email: `
    email, e-mail, email address, mail, mail address, email id, Mailadresse, E-Mail-Adresse, correo,
    correo electrónico, dirección de correo, dirección de correo electrónico, courriel, adresse mail,
    adresse électronique, adresse courriel, indirizzo email, posta elettronica, endereço de email, e-mailadres,
    mailadres, e-post, e-postadress, e-postadresse, sähköposti, adres e-mail, adres email, adres mailowy, e-posta, почта, электронная почта, email-почта,
    эл. почта, имейл, 邮箱, 电子邮件, 电子邮箱, 邮件, メール, メールアドレス, 이메일, 이메일 주소, البريد الإلكتروني, emails, email addresses,
    mail id, correos, correo-e, e-posta adresi, sähköpostiosoite, emailová adresa, e-mail cím, adresă de email,
    електронна пошта, эл. адрес, электронный адрес, ηλεκτρονική διεύθυνση, דוא"ל, אימייל, מייל, อีเมล, ईमेल, 电子邮件地址,
    邮件地址, 邮箱地址, 電子郵件, 電子信箱, 電郵, Eメール, Eメールアドレス, ご連絡先メールアドレス, user email, 工作邮箱, 联系人邮箱`,
  company: `
    company, company name, organisation, organization, organisation name, organization name, org, org name, account,
    account name, employer, business, business name, firm, agency, institution, cabinet, étude, Kanzlei, agence,
    agencia, Agentur, despacho, bufete, Firma, Firmenname, Unternehmen, empresa, nombre de la empresa, nome da empresa,
    compañía, organización, institución, ente público, dependencia, Verein, société, entreprise, nom de l'entreprise,
    raison sociale, organisme, azienda, società, ditta, bedrijf, bedrijfsnaam, organisatie, företag, virksomhed,
    bedrift, selskap, yritys, nazwa firmy, şirket, компания, организация, фирма, 公司, 公司名称, 企业, 会社, 会社名, 企業名, 회사, 회사명,
    الشركة, companies, trade name, trading name, legal name, Betrieb, Einrichtung, Arbeitgeber,
    Unternehmensname, Lieferant, nombre comercial, razón social, entidad, negocio, establecimiento, nombre empresa,
    proveedor, établissement, dénomination, enseigne, fournisseur, nom de la société, nom de la structure,
    organizzazione, denominazione, ragione sociale, ente, istituto, nome azienda, fornitore, nome empresa,
    nome fantasia, razão social, fornecedor, nome fornecedor, leverancier, werkgever, firmanavn, organisasjon,
    organisaatio, työnantaja, společnost, název firmy, organizace, cég, cégnév, szervezet, firmă, companie,
    denumire firmă, tvrtka, naziv tvrtke, preduzeće, şirket adı, firma adı, kurum, εταιρεία, επωνυμία, компанія,
    організація, підприємство, предприятие, наименование организации, название компании, место работы, חברה, שם חברה,
    ארגון, ספק, שם ספק, công ty, tên công ty, perusahaan, nama perusahaan, instansi, บริษัท, कंपनी, 单位, 单位名称, 机构, 企业名称,
    公司名, 客户名称, 供应商, 公司名稱, 單位, 法人名, 団体名, 勤務先, 事業所名, 店舗名, 기관, 기관명, 업체, 업체명, 상호, 소속, default address company, 貴社名, 御社名, 貴社, 団体, 法人, 会社・団体名, 取引先名, 取引先, related company, 고객사, 회사 이름, 업체 이름`,
  industry: `
    industry, sector, vertical, business type, type of business, line of business, Branche, Industrie, industria,
    sector de actividad, secteur, secteur d'activité, settore, setor, ramo, bransch, bransje, branża, toimiala, sektor,
    отрасль, сфера деятельности, 行业, 業種, 業界, 업종, 산업, القطاع, segmento, ramo de atividade, ramo de actividad, rubro,
    activité, settore di attività, obor, iparág, domeniu de activitate, djelatnost, sektör, κλάδος, галузь,
    сфера діяльності, ngành, ngành nghề, 所属行业`,
  title: `
    title, job title, position, role, job, job role, job position, designation, occupation, function, Titel, Position,
    Berufsbezeichnung, Funktion, Beruf, Rolle, cargo, puesto, poste, fonction, titre, ruolo, posizione, mansione,
    função, functie, functietitel, befattning, roll, stilling, stanowisko, должность, 职位, 职务, 役職, 肩書, 직책, 직위, المنصب,
    profession, job titles, Stellenbezeichnung, Tätigkeit, Amtsbezeichnung, profesión, puesto de trabajo, métier,
    intitulé du poste, carica, incarico, qualifica, professione, profissão, beroep, yrke, tittel, ammatti,
    tehtävänimike, pozice, funkce, pracovní pozice, beosztás, munkakör, funcție, poziție, pozicija, görev, görevi,
    unvan, pozisyon, θέση, посада, профессия, תפקיד, chức vụ, chức danh, jabatan, ตำแหน่ง, पद, 职称, 职业, 職稱, 職位, 職務, 役職名,
    직함, 직급, job function, current job, ご役職, 役職・肩書, unvanı, Jobbezeichnung, Jobtitel, Positionsbezeichnung, المسمى الوظيفي, الوظيفة`,
  phone: `
    phone, phone number, phone no, work number, office number, direct number, SMS, telephone, telephone number, tel, tel no, mobile, mobile phone, mobile number, cell,
    cell phone, cell number, contact number, WhatsApp, WhatsApp number, Telefon, Telefonnummer, Telefon-Nr, Rufnummer,
    Handy, Handynummer, Mobil, Mobilnummer, Mobiltelefon, teléfono, número de teléfono, móvil, celular, téléphone,
    numéro de téléphone, téléphone portable, portable, telefono, numero di telefono, cellulare, telefone, telemóvel,
    número de telefone, telefoon, telefoonnummer, telefoonnr, gsm, mobiel, puhelin, puhelinnumero, numer telefonu,
    telefon numarası, телефон, номер телефона, мобильный, 电话, 电话号码, 手机, 手机号, 手机号码, 電話, 電話番号, 携帯, 携帯電話, 전화, 전화번호, 휴대폰,
    الهاتف, رقم الهاتف, phones, contact details, contact info, contact information, Kontaktdaten, coordonnées, datos de contacto, phone numbers, phone num, ph, ph no, contact no, contact numbers, mob, mob no,
    mobile no, mobile num, mobile phone number, mobile telephone, cell no, cell phone number, telephones,
    telephone numbers, landline, direct line, direct dial, WhatsApp no, tel number, Telefonnr, Tel-Nr, Festnetz,
    Festnetznummer, Mobilfunk, Mobilfunknummer, Mobilnr, fone, telefones, celulares, teléfonos, nº de teléfono,
    tél portable, tél mobile, tél fixe, téléphone fixe, téléphone mobile, n° de téléphone, recapito telefonico,
    telefono fisso, telefono cellulare, tlf, tlf nr, matkapuhelin, puh, nr telefonu, komórka, telefon komórkowy,
    telefonní číslo, mobilní telefon, telefonszám, mobilszám, număr de telefon, nr de telefon, broj telefona, kontakt telefon, mobitel,
    cep, cep telefonu, gsm no, telefon no, τηλέφωνο, κινητό, номер телефону, мобільний, моб, мобильный телефон,
    сотовый, контактный телефон, טלפון, טלפון נייד, נייד, מספר טלפון, điện thoại, số điện thoại, sđt, telepon,
    nomor telepon, no telepon, no hp, nomor hp, โทรศัพท์, เบอร์โทร, เบอร์โทรศัพท์, फोन, मोबाइल, 联系电话, 联系方式, 移动电话, 办公电话,
    公司电话, 固定电话, 座机, 商务电话, 住宅电话, 家庭电话, 主要电话, 其他电话, 手機, 行動電話, 聯絡電話, 連絡電話, 公司電話, 携帯番号, 연락처, 핸드폰, 휴대전화, default address phone, HQ phone, Telefon mobil, Tel mobil,
    Mobil-Tel.-Nr., Telefonzentrale, Telefon Zentrale, teléfono móvil, teléfono celular, teléfono fijo, tel móvil,
    tel fijo, telefone celular, telefone fixo, telefone comercial, numéro de portable, numéro de mobile, telefon stacjonarny, tel kom, telefon kom,
    tel stacjonarny, telefon kontaktowy, お電話番号, 携帯電話番号, 固定電話, 代表電話, 直通電話, TEL会社, TEL部門, TEL直通, user phone, telefonu, iş telefonu, Handynr, 联系人电话, 联系人手机, Mobiltelefonnummer, رقم الجوال, الجوال`,
  scrapeUrl: `
    website, website url, web site, web, web page, url, link, site, homepage, home page, domain, LinkedIn,
    LinkedIn url, LinkedIn profile, LinkedIn profile url, profile, profile url, Webseite, Internetseite, Internet,
    sitio web, página web, site web, site internet, sito, sito web, hemsida, webbplats, hjemmeside, nettside, kotisivu,
    strona www, strona internetowa, сайт, 网站, 网址, ウェブサイト, ホームページ, 웹사이트, 홈페이지, الموقع, www, web address,
    Internetadresse, Webadresse, adresse web, adresse internet, página de internet, webová stránka, weboldal, honlap,
    verkkosivu, nettsted, веб-сайт, ιστοσελίδα, אתר, אתר אינטרנט, trang web, เว็บไซต์, 网页, 网站地址, 官网, 主页, 網站, 網址, domain name, 会社URL, ウェブサイトURL, website link, web link, profile link, LinkedIn link, LinkedIn profile link`,
  notes: `
    notes, note, comments, comment, message, remarks, remark, description, details, inquiry, enquiry, request,
    requirements, need, needs, memo, additional information, Notizen, Notiz, Bemerkung, Bemerkungen, Kommentar,
    Kommentare, Nachricht, Anmerkung, Anmerkungen, Anfrage, Beschreibung, notas, nota, comentarios, comentario,
    mensaje, observaciones, observación, commentaires, commentaire, remarque, remarques, observations, commenti, messaggio,
    mensagem, comentários, observações, observação, opmerkingen, opmerking, bericht, notities, anteckningar, kommentarer,
    meddelande, noter, besked, melding, uwagi, komentarz, wiadomość, mesaj, заметки, комментарий, комментарии,
    сообщение, примечание, 备注, 留言, 说明, 備考, メモ, メッセージ, コメント, 메모, 비고, 메시지, ملاحظات, رسالة, poznámka, poznámky,
    megjegyzés, observații, napomena, açıklama, notlar, lisätiedot, παρατηρήσεις, примітки, примечания, הערות, ghi chú,
    catatan, หมายเหตุ, 附注, 備註, question, questions, query, Frage, Fragen, vraag, vragen, pregunta, sugerencia, sugerencias,
    demande, richiesta, domanda, dúvida, pytanie, zapytanie, treść, treść wiadomości, treść zapytania, viesti, fråga,
    spørgsmål, spørsmål, dotaz, otázka, zpráva, správa, poruka, üzenet, вопрос, запитання, mesajınız, Gesprächsnotiz, Gesprächsnotizen, Freitext, anotações, anotação, お問い合わせ内容, お問合せ内容, お問い合わせ, ご質問, ご要望, ご相談内容, 内容, query message, message body, inquiry details, request details, 문의내용, 문의사항, 요청사항, 需求, 采购需求, 咨询内容, 留言内容, call notes, meeting notes, bemærkninger, bemærkning, merknad, merknader, lisätietoja, الرسالة`,
};
