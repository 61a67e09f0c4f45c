import { HEADER_SYNONYMS, LEAD_TEXT_FIELDS, type LeadTextField, perField } from "#shared/lead-fields.ts";

/** A column's role: a lead field, half of a name, or the row key. */
export type ColumnRole = LeadTextField | "firstName" | "lastName" | "id";

/** Common column headers by role. */
export const HEADER_WORDS: Readonly<Record<ColumnRole, readonly string[]>> = {
  ...perField(LEAD_TEXT_FIELDS, (field) => words(HEADER_SYNONYMS[field])),
  firstName: words(`
    first name, first, given name, forename, Vorname, nombres, nombre de pila, primer nombre, prénom, prénoms,
    nomes, primeiro nome, voornaam,
    förnamn, fornavn, etunimi, imię, 名`),
  lastName: words(`
    last name, last, surname, family name, second name, Nachname, Familienname, Zuname, apellido, apellidos,
    nom de famille, cognome, sobrenome, apelido, achternaam, efternamn, etternavn, efternavn, sukunimi, nazwisko,
    soyad, soyadı, фамилия, 姓`),
  id: words("id, lead id, record id, row id, contact id, external id, uuid, guid"),
};

/** Words around a header that don't change its meaning: "Work phone", "Phone 2 (required)". */
export const QUALIFIERS: ReadonlySet<string> = new Set(
  words(`work, business, company, corporate, organisation, organization, office, primary, main, direct, personal, private,
    contact, lead, customer, client, prospect, your, required, optional`),
);

function words(list: string): string[] {
  return list.split(",").map((word) => word.trim());
}
