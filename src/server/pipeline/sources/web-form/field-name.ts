/** Technical fields that nobody filled in: ids, CSRF tokens, browser details. */
const TECHNICAL =
  /^(?:id|uuid|guid|(?:form|submission|entry|response|post|page|site|event|session|visitor|client|queried|unit|portal|hs)[ _-]?(?:id|tag|context)|(?:event|trigger|form)[ _-]?type|.*(?:nonce|csrf|xsrf|verification[ _-]?token|authenticity[ _-]?token|form[ _-]?build).*|token|user[ _-]?agent|ua|ip|(?:ip|remote)[ _-]?(?:address|ip|addr)|(?:created|updated|submitted|received|landed|started)[ _-]?at|date[ _-]?(?:created|submitted)|timestamp|version|locale|action|submit|button|method|boundary|__viewstate.*|__event.*|_wp.*|_hs.*|_token|_method|_next|_redirect|_template|_cc|_captcha|_charset_|utf8)$/iu;
const CAPTCHA =
  /captcha|turnstile-response|^(?:frc|altcha|mcaptcha|friendly|arkose)[\w-]*(?:solution|response|token)?$|^altcha$/iu;
/** Honeypot fields: people don't see them, so only bots fill them in. */
const HONEYPOT =
  /^(?:_gotcha|_honey|_honeypot|honey[ _-]?pot|bot[ _-]?field|hp|hp[ _-].*|_hp|winnow_hp|trap|ak_hp_.*)$/iu;
const CONSENT =
  /\b(?:consent|gdpr|dsgvo|rgpd|lgpd|privacy|data protection|terms (?:of|and|&)|i (?:agree|accept)|agree to|newsletter|subscribe|opt[ _-]?in|marketing (?:e-?mails?|communications?)|einwillig\w*|datenschutz\w*|zustimm\w*|agb|j'accepte|consens\w*|confidentialité|acepto|privacidad|aceito|accetto|akkoord|samtycke|zgoda)\b/iu;

/** Longer names are not field names and are ignored. */
const LONGEST = 300;

/** Classifies a field by its name alone. `answer` is anything a person may have entered. */
export function kindOfField(name: string): "answer" | "technical" | "captcha" | "honeypot" | "consent" {
  if (name.length > LONGEST) return "answer";
  if (CAPTCHA.test(name)) return "captcha";
  if (HONEYPOT.test(name)) return "honeypot";
  if (TECHNICAL.test(name)) return "technical";
  return CONSENT.test(name.replaceAll("_", " ")) ? "consent" : "answer";
}
