import { fold, withoutEnding } from "#server/pipeline/text/fold.ts";

const ARTICLE =
  /^(?:der|die|das|the|our|unsere?|le|la|les|l['’]|nos|notre|el|los|il|lo|gli|ons|onze|vår[at]?|nasz[ae]?)(?:\s|(?<=['’]))/iu;
/** What pages are called in their titles and menus. */
const TITLES = new Set(
  `home|homepage|home page|main page|start|startseite|welcome|willkommen|herzlich willkommen|bienvenido|bienvenida|bienvenidos
  bienvenue|benvenuto|benvenuti|welkom|accueil|inicio|pagina inicial|pagina principal|index|etusivu|anasayfa|ana sayfa
  kezdolap|fooldal|uvod|domu|strona głowna|forside|startsida|hem|hjem|acasa|pocetna|naslovna|domov|главная|головна|начало|αρχικη
  allgemein|allgemeines|general|algemeen|online|copyright|menu|search|links|web links|website links|web site links|sitemap
  site map|mapa serwisu|overzicht|news|newsletter|clubs|agenda|activities|aktiviteter|aktivitaten|actividades|activites|galleri
  gallery|galerie|galeria|important dates|key dates|datas importantes|fechas importantes|products|services|послуги|location
  locations|address|adresse|adress|adres|adresa|adresas|adrese|direccion|endereco|indirizzo|osoite|cim|адрес|адреса|διευθυνση
  sidlo|siege|sede|nazev|nazwa|naziv|nom|nombre|naam|faq|careers|vacancies|privacy policy|datenschutz|datenschutzerklarung|more sharing services|social media
  kontakt|kontakty|kontakt os|kontakt oss|kontakta oss|kontakt z nami|contact|contacts|contact us|contact form|get in touch
  contacto|contactanos|contactenos|contato|fale conosco|contatti|contattaci|contacteer ons|nous contacter|contactez-nous
  yhteystiedot|ota yhteytta|iletisim|bize ulasın|kontaktai|kontakti|kontaktid|kontak|hubungi kami|lien he|lien he voi chung toi|kapcsolat|elerhetoseg|elerhetosegek|контакт|контакты|контакти|επικοινωνια
  kontaktirajte nas|お問い合わせ|联系我们|contact information|kontaktdaten|kontaktformular|kontaktinfo|kontaktinformation
  kontaktinformasjon|kontaktoplysninger|kontaktpersoner|kontaktni udaje|datos de contacto|coordonnees|dati di contatto
  contactgegevens|adresgegevens|adres gegevens|dados de contato|riferimenti|recapiti|dane kontaktowe|реквизиты|find us
  anfahrt|so finden sie uns|dove siamo|plan d'acces|ou nous trouver|about|about us|who we are|uber uns|wer wir sind
  chi siamo|qui sommes-nous|qui sommes nous|quienes somos|quien somos|quem somos|qui somos|nosotros|sobre nosotros|sobre nos
  o nas|o firmie|o spolku|over ons|wie zijn wij|om oss|om os|om klubben|om foreningen|meista|hakkımızda|rolunk
  despre noi|o nama|за нас|会社概要|关于我们|impressum|imprint|impresszum|colofon|legal notice|mentions legales|aviso legal
  team|unser team|our team|meet the team|meet our team|ons team|nas tym|nasz zespoł|il team|nuestro equipo|equipo|equipe
  nossa equipe|echipa|echipa noastra|csapatunk|команда|наша команда|staff|our staff|faculty and staff|faculty & staff
  staff directory|office|offices|officers|buro|biuro|bureau|kantoor|oficina|ufficio|kontor|directory|directorio|faculty
  faculty page|people|lide|personnel|personal|personale|henkilokunta|munkatarsak|zamestnanci|pracownicy|medarbejdere|medarbetare
  ansatte|zaposleni|medewerkers|mitarbeiter|ansprechpartner|docente|docenti|docentes|docentis|сотрудники|співробітники
  руководство|vedeni|zespoł|styret|diretoria|direttivo|hallitus|junta directiva|zarzad|board of directors|board members
  committee members|mitglieder|membres|miembros|membros|leden|medlemmer|reservation|reservations|work with us|join us|association
  website`
    .split(/[|\n]/u)
    .map((title) => title.trim()),
);
const OTHER =
  /^(?:willkommen bei(?:m)?|untitled.*|(?:\S+\s)?(?:calendar|kalender)|(?:all rights?|alle rechten?|tous droits|todos l?os|tutti i|wszelkie|все права)\b.*|(?:vorstand|bestyrelsen?|styrelsen?|bestuur)(?: (?:und|og|och|en|&) .+)?|.{0,3}guidelines|(?:о|про) \p{L}+|(?:contact|general|company|reservation|customer|our|your) (?:data|details|infos?|information|persons?|form))$/iu;

const LONGEST = 40;

/** Whether a text names a page rather than its owner. */
export function isPageWord(text: string): boolean {
  const bare = text.trim().replace(ARTICLE, "");
  return OTHER.test(bare) || (bare.length <= LONGEST && TITLES.has(fold(withoutEnding(bare, /[\s.:!?]/u))));
}
