import { hasPublicSuffix } from "#server/pipeline/text/domains.ts";

/** File extensions that show that the text after the @ is a file name ("logo@2x.png"), not a domain. */
const ASSET = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|tiff?|css|m?js|map|woff2?|ttf|eot|mp4|webm|pdf|json)$/iu;
/** Reserved domains (RFC 2606) and placeholder domains used by themes and forms. */
const PLACEHOLDER_DOMAINS = new Set(
  words(`example.com example.org example.net example.edu example.de beispiel.de exemple.fr exemple.com ejemplo.com
    ejemplo.es esempio.it exemplo.com.br domain.com domain.tld domain.de domain.ltd yourdomain.com your-domain.com
    mydomain.com mysite.com yoursite.com yourcompany.com your-company.com yourwebsite.com website.com site.com
    email.tld mail.tld company.tld domaine.com dominio.com musterfirma.de mustermann.de musterdomain.de adresse.de
    test.com sample.com placeholder.com foo.com bar.com`),
);
const PLACEHOLDER_LOCALS =
  /^(?:your[._-]?(?:e-?mail|name|address)|(?:first)?name|user(?:name)?|xxx+|(?:ihre?|votre|tu)[._-]?(?:e-?mail|name|nom|correo|nombre))$/iu;
/** Error trackers and page builders whose keys look like addresses. */
const MACHINE_DOMAINS =
  /(?:^|\.)(?:sentry\.io|sentry-next\.wixpress\.com|wixpress\.com|ingest\.[a-z.]*sentry\.io|sentry\.[a-z.]+|bugsnag\.com|rollbar\.com|amazonses\.com|mailgun\.org|sendgrid\.net)$/iu;
const HASH_LOCAL = /^[\da-f]{16,}$/iu;
const KEYLIKE_LOCAL = /^(?=(?:\D*\d){6})(?=(?:[^a-z]*[a-z]){4})[\da-z_=-]{24,}$/iu;

const NO_REPLY =
  /^(?:no|not|do-?not|donot|dont)[._-]?(?:reply|respond|antwort|antworten)\b|^n(?:e|o)[._-]?(?:pas[._-]?)?repond(?:re|ez)|^no[._-]?(?:responder|contestar)|^keine?[._-]?antwort|^noreply|^no-reply/iu;

/** Mailboxes read by a machine or an administrative office (abuse, data protection), with their purpose. */
const OFFICES: readonly (readonly [RegExp, string])[] = [
  [NO_REPLY, "nobody reads replies there"],
  [
    /^(?:(?:mailer|bugzilla)-daemon|postmaster|hostmaster|bounces?|returns?|undeliver\w*)(?:[+._-].*)?$/iu,
    "it belongs to the mail system",
  ],
  [
    /^(?:(?:.*[._-])?web[._-]?ma(?:ster|estro|ker)s?(?:[._-].*)?|(?:web|www|site|sys|dns|server)[._-]?(?:adm(?:ins?|inistrat(?:or|ion))?|ma(?:ster|nager|int(?:ainer)?)|editor|support|team|dev(?:eloper)?)|www|root|admin(?:istrator)?-?c|noc)$/iu,
    "it belongs to the website's operator",
  ],
  [
    /^(?:abuse|spam|phishing|security|cert|dmca|copyright)(?:[._-](?:report|team|reports))?$/iu,
    "it's for abuse reports",
  ],
  [
    /^(?:privacy|data-?privacy|datenschutz(?:beauftragter?)?|dataprotection|data[._-]?protection|dpo|gdpr|dsgvo|dsb|rgpd|cnil|lopd|privacidad|protecciondedatos|proteccion[._-]?datos|privacidade|confidentialite|donneespersonnelles|donnees[._-]?personnelles|protection[._-]?donnees|vie-?privee|integritet|personvern|tietosuoja|avg|fg)(?:[._-].*)?$/iu,
    "it's for data protection requests",
  ],
  [
    /^(?:unsubscribe|abmelden|optout|opt-out|subscribe|newsletter-?abmeldung|list-?unsubscribe)(?:[+._-].*)?$/iu,
    "it's for unsubscribing",
  ],
];

/**
 * Why an address found in a text is not a contact, phrased as the end of a sentence; null when it may be one. For
 * addresses in pages and texts only: the sender of a message is classified by its headers.
 */
export function noiseOfAddress(address: string): string | null {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, Math.max(0, at)).toLowerCase();
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || domain === "") return "it isn't an email address";
  if (ASSET.test(domain) && !hasPublicSuffix(domain)) return "it's a file name";
  if (/^\d+(?:\.\d+)?x$/u.test(domain.split(".")[0] ?? "")) return "it's a file name";
  if (/&\w+=/u.test(local)) return "it's part of a link";
  if (PLACEHOLDER_DOMAINS.has(domain)) return "it's an example";
  if (PLACEHOLDER_LOCALS.test(local)) return "it's an example";
  if (MACHINE_DOMAINS.test(domain) || HASH_LOCAL.test(local) || KEYLIKE_LOCAL.test(local)) return "it's a machine key";
  return OFFICES.find(([pattern]) => pattern.test(local))?.[1] ?? null;
}

/** Whether the address itself shows that nobody reads mail sent to it. */
export function isNoReplyAddress(address: string): boolean {
  return NO_REPLY.test(address.slice(0, Math.max(0, address.lastIndexOf("@"))));
}

function words(list: string): string[] {
  return list.split(/\s+/u).filter((word) => word !== "");
}
