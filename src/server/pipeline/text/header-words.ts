import { HEADER_SYNONYMS, LEAD_TEXT_FIELDS, type LeadTextField, perField } from "#shared/lead-fields.ts";

/** A column's role: a lead field, half of a name, or the row key. */
export type ColumnRole = LeadTextField | "firstName" | "lastName" | "id";

/** Kinds of organizations: alone a company, before another word a qualifier ("School phone"). */
const KINDS =
  words(`vendor, supplier, exhibitor, club, klub, school, Schule, école, scuola, escuela, university, college, hospital,
  association, institute, dealer, Händler, Fachhändler, retailer, revendeur, revendeurs, rivenditore, rivenditori,
  distributor, distribuidor, distribuidores, manufacturer, restaurant, hotel, Betrieb, Mitgliedsbetrieb, Verein`);

/** Parts of a last name with separate columns: "van der", and the mother's. */
export const NAME_PARTS = words(
  `tussenvoegsel, tussenvoegsels, voorvoegsel, voorvoegsels, segundo apellido, apellido materno, second surname`,
);

/** Common column headers by role. */
export const HEADER_WORDS: Readonly<Record<ColumnRole, readonly string[]>> = {
  ...perField(LEAD_TEXT_FIELDS, (field) => words(HEADER_SYNONYMS[field])),
  company: [...words(HEADER_SYNONYMS.company), ...KINDS],
  firstName: words(`
    first name, first, name first, fname, f name, given name, forename, Vorname, nombres, nombre de pila, primer nombre, prénom, prénoms,
    nomes, primeiro nome, voornaam, voorletters, förnamn, fornavn, etunimi, imię, křestní jméno, keresztnév, utónév, prenume, שם פרטי, 名`),
  lastName: [
    ...NAME_PARTS,
    ...words(`
    last name, last, name last, lname, l name, sname, surname, family name, second name, Nachname, Familienname, Zuname, apellido, apellidos,
    primer apellido, apellido paterno, nom de famille, cognome, sobrenome, último nome, apelido, achternaam, efternamn,
    etternavn, efternavn, sukunimi, nazwisko, příjmení, vezetéknév, nume de familie, prezime, soyad, soyadı, soyisim,
    επώνυμο, фамилия, прізвище, שם משפחה, 姓`),
  ],
  id: words("id, lead id, record id, row id, contact id, external id, uuid, guid"),
};

export function isColumnRole(text: string | null | undefined): text is ColumnRole {
  return typeof text === "string" && Object.hasOwn(HEADER_WORDS, text);
}

/** Those of associations, next to a column for a contact person. */
export const MEMBERS: ReadonlySet<string> = new Set(
  words("member, members, member name, Mitglied, membre, miembro, socio"),
);
/** Next to a column for a contact person, a plain "Name" is the organization's. */
export const CONTACT_PERSON: ReadonlySet<string> = new Set(
  words(`contact name, contact person, contact full name, liaison name, Ansprechpartner, Ansprechpartnerin, Ansprechperson,
    Kontaktperson, persona de contacto, nombre del contacto, representante, representante legal, personne de contact,
    nom du contact, referente, nome do contato, contactpersoon, kontaktperson, yhteyshenkilö, kontaktní osoba,
    osoba kontaktowa, kapcsolattartó, yetkili kişi, контактное лицо, контактна особа, איש קשר, 联系人, 聯絡人, 担当者, 担当者名, 담당자`),
);

/** Words before or after "name" whose name is the company's: "Club name", "Name of your organization". */
export const ORGANIZATIONS: ReadonlySet<string> = new Set([
  ...KINDS,
  ...words(`business, company, corporate, agency, org, organisation, organization, store, shop, facility, hotel, clinic, practice, brand,
    firma, unternehmen, unternehmens, bedrijf, empresa, entreprise, société, azienda, agenzia`),
]);
/** In other columns' absence the lead's, but often the seller's own. */
export const VAGUE: ReadonlySet<string> = new Set(words("account, account name, user email, user phone"));
/** Those whose name, email or phone a lead's is. */
const PEOPLE =
  words(`contact, person, lead, customer, client, prospect, member, participant, attendee, invitee, registrant, respondent, guest, speaker, volunteer, donor,
  applicant, candidate, subscriber, student, teacher, judge, liaison, sender, guardian, parent, delegate, buyer, purchaser, tenant, Kontakt, Ansprechpartner, Ansprechpartnerin, contactpersoon, Kunde, Kunden, Mitglied, cliente, contacto, socio, membre,
  adhérent, contatto, contato, klant, klient, klienta, клиента`);

/** Words around a header that don't change its meaning: "Work phone", "Phone 2 (required)", "Nome do cliente". */
export const QUALIFIERS: ReadonlySet<string> = new Set([
  ...ORGANIZATIONS,
  ...PEOPLE,
  ...words(`work, office, primary, main, direct, personal, private, mobile, cell, current, billing, associated, hq, headquarters,
    your, ihr, ihre, dein, deine, votre, vos, tu, su, tuo, tua, seu, sua, uw, je, jouw, ваш, ваша, ваше, required, optional, home, other, secondary, second,
    alternate, alternative, additional, value, of, the, internal, der, des, privat, arbeit, geschäftlich, dienstlich, allgemein, рабочий, рабочая, личный, личная, частный, домашний, контакта, контактный, de, del, el, la, du, des, le,
    professionnel, personnel, pro, bureau, perso, di, della, dei, istituzionale, ufficiale, aziendale, do, da, institucional, zakelijk`),
]);

function words(list: string): string[] {
  return list.split(",").map((word) => word.trim());
}
