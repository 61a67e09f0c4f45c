import type { Element } from "domhandler";
import { elementText } from "#server/pipeline/sources/website/extract/markup/element-text.ts";
import { remembering } from "#server/pipeline/text/remembering.ts";
import type { LinkKind, PageLink } from "#server/pipeline/sources/website/extract/page-reading.ts";

const MOST_LINKS = 5_000;

/** Link kinds by link text or path; the first match wins. */
const KINDS: readonly (readonly [LinkKind, RegExp, RegExp])[] = [
  [
    "imprint",
    /^(?:impressum|imprint|legal notice|legal|mentions légales|aviso legal|note legali|colofon|site notice|anbieterkennzeichnung|特定商取引法.*)$/iu,
    /impressum|imprint|legal-?notice|mentions-?legales|aviso-?legal|note-?legali|colofon|tokushoho/iu,
  ],
  [
    "contact",
    /(?<!\p{L})(?:contact|kontakt|contacto|contatto|contatti|contato|contactez|ansprechpartner|get in touch|reach us|anfahrt|yhteystiedot|kapcsolat|iletişim)|контакт|お問い合わせ|联系|聯絡|연락|επικοινωνία|اتصل/iu,
    /contact|kontakt|contatti|contato|ansprechpartner|get-in-touch|yhteystiedot|iletisim|kapcsolat/iu,
  ],
  [
    "team",
    /(?<!\p{L})(?:team|people|staff|our people|mitarbeiter|équipe|equipe|equipo|leadership|management|directory|who we are|personnel|faculty|experts|vorstand|geschäftsführung|direction)(?!\p{L})|команда|сотрудники|スタッフ|社員|团队/iu,
    /(?:^|[/_-])(?:team|people|staff|mitarbeiter|equipe|equipo|leadership|management|vorstand|directory|experts|faculty)(?:[/_.-]|$)/iu,
  ],
  [
    "about",
    /(?<!\p{L})(?:about|über uns|ueber uns|wir über uns|unternehmen|company|à propos|qui sommes|sobre|quiénes|quienes|chi siamo|om oss|over ons|o nas|profil)(?!\p{L})|о компании|о нас|会社概要|关于|회사소개/iu,
    /about|ueber-?uns|unternehmen|company|a-propos|qui-sommes|sobre|quienes|chi-siamo|over-ons|o-nas|gaiyo/iu,
  ],
  [
    "privacy",
    /(?<!\p{L})(?:privacy|datenschutz|confidentialité|privacidad|cookies?|terms|agb|conditions|condiciones)(?!\p{L})/iu,
    /privacy|datenschutz|confidentialite|privacidad|cookie|terms|\/agb|conditions/iu,
  ],
  [
    "listing",
    /(?<!\p{L})(?:members|mitglieder|partners?|partner finden|dealers|händler|locations|standorte|branches|filialen|find a|verzeichnis|directory|annuaire|directorio)(?!\p{L})/iu,
    /members|mitglieder|dealers|haendler|locations|standorte|branches|filialen|verzeichnis|directory|annuaire|directorio/iu,
  ],
];

const NEXT_WORDS =
  /^(?:next(?: page)?|older(?: posts| entries)?|more results|nächste(?: seite)?|weiter|vor|suivant(?:e|s)?|page suivante|siguientes?|página siguiente|próxim[ao]|successiv[ao]|avanti|volgende|nästa|neste|næste|seuraava|następn[ay]|dalej|další|următoarea|sonraki|далее|следующая|вперёд|вперед|次へ|次の.{0,8}|次ページ|下一页|下一頁|다음|التالي|επόμεν[ηο])?\s*(?:[›»>→⟩❯▶⇒]+|>>)?\s*$/iu;
const ARROW_ONLY = /^[›»>→⟩❯▶⇒]+$/u;

/** A page's links to other pages, absolute and deduplicated; `next` marks links to the next page of a listing. */
export function readLinks(anchors: readonly Element[], heads: readonly Element[], baseUrl: string): PageLink[] {
  const links = new Map<string, PageLink>();
  const current = pageNumberOf(baseUrl);
  for (const element of [...heads, ...anchors]) {
    if (links.size >= MOST_LINKS) break;
    const { href, rel: relation = "", title = "", class: classes = "" } = element.attribs;
    const rel = relation
      .toLowerCase()
      .split(/\s+/u)
      .filter((token) => token !== "");
    if (href === undefined || (element.name === "link" && !rel.includes("next"))) continue;
    const url = absolute(href, baseUrl);
    if (url === null) continue;
    const text = element.name === "link" ? "" : elementText(element, 200) || (element.attribs["aria-label"] ?? title);
    const isNext =
      rel.includes("next") || isNextByWords(text, element, classes) || isNextNumber(text, url, current, baseUrl);
    const known = links.get(url);
    if (known === undefined) links.set(url, { url, text, rel, isNext, kind: kindOf(text, url) });
    else {
      known.isNext ||= isNext;
      if (known.text === "") Object.assign(known, { text, kind: kindOf(text, url) });
    }
  }
  return [...links.values()];
}

/** Resolves a link against the page, without fragment; null if it does not lead to a page. */
export function absolute(href: string, baseUrl: string): string | null {
  const trimmed = href.trim();
  if (trimmed === "" || trimmed.startsWith("#") || trimmed.length > 2_000) return null;
  const url = URL.parse(trimmed, baseUrl);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  url.hash = "";
  return url.href;
}

function kindOf(text: string, url: string): LinkKind {
  const byText = text.length <= 60 && text !== "" ? kindOfText(text) : "other";
  return byText === "other" ? kindOfPath(url.slice(url.indexOf("/", 8))) : byText;
}

const kindOfText = remembering((text): LinkKind => KINDS.find(([, words]) => words.test(text))?.[0] ?? "other");
const kindOfPath = remembering((path): LinkKind => KINDS.find(([, , words]) => words.test(path))?.[0] ?? "other");

function isNextByWords(text: string, { attribs }: Element, classes: string): boolean {
  const label = attribs["aria-label"] ?? attribs["title"] ?? "";
  if (ARROW_ONLY.test(text)) return !/slid|carousel|prev|last/iu.test(`${classes} ${label}`);
  if (text !== "" && text.length < 40 && NEXT_WORDS.test(text)) return true;
  return label !== "" && label.length < 40 && NEXT_WORDS.test(label) && /next|page|pag/iu.test(`${classes} ${label}`);
}

/** Whether this is link "2" on a page that has no number or number 1, and so on. */
function isNextNumber(text: string, url: string, current: number, baseUrl: string): boolean {
  if (!/^\d{1,4}$/u.test(text) || Number(text) !== current + 1) return false;
  const [here, there] = [URL.parse(baseUrl), URL.parse(url)];
  return here !== null && there !== null && here.host === there.host && pageNumberOf(url) === current + 1;
}

function pageNumberOf(url: string): number {
  const number =
    /[?&](?:page|p|seite|pagina|pag|paged|pg|offset_page)=(\d{1,4})(?:&|$)|\/(?:page|seite|pagina|p)[/-]?(\d{1,4})(?:[/.?]|$)/iu.exec(
      url,
    );
  return Number(number?.[1] ?? number?.[2] ?? 1);
}
