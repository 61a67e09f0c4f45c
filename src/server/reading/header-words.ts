import type { LeadTextField } from "#shared/raw-lead.ts";

/** What a column can be: a field of a lead, half of a name, or the row's own key. */
export type ColumnRole = LeadTextField | "firstName" | "lastName" | "id";

/** The names people give their columns, by what they mean, in the languages that sales sheets are kept in. */
export const HEADER_WORDS: Record<ColumnRole, readonly string[]> = {
  name: words(`
    name, full name, contact, contact name, contact person, person, person name, lead, lead name, customer name, client name,
    vollständiger Name, Ansprechpartner, Ansprechpartnerin, Kontakt, Kontaktperson, nombre, nombre completo,
    nombre y apellidos, contacto, nom, nom complet, nom et prénom, prénom et nom, nome, nome completo, nome e cognome,
    nominativo, contatto, contato, naam, volledige naam, contactpersoon, namn, navn, nimi, imię i nazwisko, ad soyad,
    имя, ФИО, контактное лицо, 姓名, 名字, 联系人, 氏名, 名前, お名前, 担当者, 이름, 성명, الاسم`),
  firstName: words(`
    first name, first, given name, forename, Vorname, nombre de pila, primer nombre, prénom, primeiro nome, voornaam,
    förnamn, fornavn, etunimi, imię, 名`),
  lastName: words(`
    last name, last, surname, family name, second name, Nachname, Familienname, Zuname, apellido, apellidos,
    nom de famille, cognome, sobrenome, apelido, achternaam, efternamn, etternavn, efternavn, sukunimi, nazwisko,
    soyad, soyadı, фамилия, 姓`),
  email: words(`
    email, e-mail, email address, mail, mail address, email id, Mailadresse, E-Mail-Adresse, correo, correo electrónico,
    dirección de correo, dirección de correo electrónico, courriel, adresse mail, adresse électronique, adresse courriel,
    indirizzo email, posta elettronica, endereço de email, e-mailadres, mailadres, e-post, e-postadress, e-postadresse,
    sähköposti, adres e-mail, e-posta, почта, электронная почта, эл. почта, имейл, 邮箱, 电子邮件, 电子邮箱, 邮件, メール,
    メールアドレス, 이메일, 이메일 주소, البريد الإلكتروني`),
  company: words(`
    company, company name, organisation, organization, organisation name, organization name, org, account, account name,
    employer, business, business name, firm, Firma, Firmenname, Unternehmen, empresa, nombre de la empresa,
    nome da empresa, compañía, organización, société, entreprise, nom de l'entreprise, raison sociale, organisme, azienda,
    società, ditta, bedrijf, bedrijfsnaam, organisatie, företag, virksomhed, bedrift, selskap, yritys, nazwa firmy, şirket,
    компания, организация, фирма, 公司, 公司名称, 企业, 会社, 会社名, 企業名, 회사, 회사명, الشركة`),
  phone: words(`
    phone, phone number, phone no, telephone, telephone number, tel, tel no, mobile, mobile phone, mobile number, cell,
    cell phone, cell number, contact number, WhatsApp, WhatsApp number, Telefon, Telefonnummer, Telefon-Nr, Rufnummer,
    Handy, Handynummer, Mobil, Mobilnummer, Mobiltelefon, teléfono, número de teléfono, móvil, celular, téléphone,
    numéro de téléphone, téléphone portable, portable, telefono, numero di telefono, cellulare, telefone, telemóvel,
    número de telefone, telefoon, telefoonnummer, gsm, mobiel, puhelin, puhelinnumero, numer telefonu, telefon numarası,
    телефон, номер телефона, мобильный, 电话, 电话号码, 手机, 手机号, 手机号码, 電話, 電話番号, 携帯, 携帯電話, 전화, 전화번호,
    휴대폰, الهاتف, رقم الهاتف`),
  industry: words(`
    industry, sector, vertical, business type, type of business, line of business, Branche, Industrie, industria,
    sector de actividad, secteur, secteur d'activité, settore, setor, ramo, bransch, bransje, branża, toimiala, sektor,
    отрасль, сфера деятельности, 行业, 業種, 業界, 업종, 산업, القطاع`),
  title: words(`
    title, job title, position, role, job, job role, job position, designation, occupation, function, Titel, Position,
    Berufsbezeichnung, Funktion, Beruf, Rolle, cargo, puesto, poste, fonction, titre, ruolo, posizione, mansione, função,
    functie, functietitel, befattning, roll, stilling, stanowisko, должность, 职位, 职务, 役職, 肩書, 직책, 직위, المنصب`),
  scrapeUrl: words(`
    website, website url, web site, web, web page, url, link, site, homepage, home page, domain, LinkedIn, LinkedIn url,
    LinkedIn profile, LinkedIn profile url, profile, profile url, Webseite, Internetseite, Internet, sitio web, página web,
    site web, site internet, sito, sito web, hemsida, webbplats, hjemmeside, nettside, kotisivu, strona www,
    strona internetowa, сайт, 网站, 网址, ウェブサイト, ホームページ, 웹사이트, 홈페이지, الموقع`),
  notes: words(`
    notes, note, comments, comment, message, remarks, remark, description, details, inquiry, enquiry, request,
    requirements, need, needs, memo, additional information, Notizen, Notiz, Bemerkung, Bemerkungen, Kommentar,
    Kommentare, Nachricht, Anmerkung, Anmerkungen, Anfrage, Beschreibung, notas, nota, comentarios, comentario, mensaje,
    observaciones, commentaires, commentaire, remarque, remarques, observations, commenti, messaggio, mensagem,
    comentários, observações, opmerkingen, opmerking, bericht, notities, anteckningar, kommentarer, meddelande, noter,
    besked, melding, uwagi, komentarz, wiadomość, mesaj, заметки, комментарий, комментарии, сообщение, примечание, 备注,
    留言, 说明, 備考, メモ, メッセージ, コメント, 메모, 비고, 메시지, ملاحظات, رسالة`),
  id: words("id, lead id, record id, row id, contact id, external id, uuid, guid"),
};

/** Words before or after a column's real name that do not change what it is: "Work e-mail", "Phone 2 (required)". */
export const QUALIFIERS: ReadonlySet<string> = new Set(
  words(`work, business, company, corporate, organisation, organization, office, primary, main, direct, personal, private,
    contact, lead, customer, client, prospect, your, required, optional`),
);

function words(list: string): string[] {
  return list.split(",").map((word) => word.trim());
}
