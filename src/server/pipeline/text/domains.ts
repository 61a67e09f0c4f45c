import { domainToUnicode } from "node:url";
import { parse } from "tldts";
import { remembering } from "#server/pipeline/text/remembering.ts";

/** Providers that use one name under many country domains: hotmail.fr, yahoo.co.jp. */
export const FREE_MAIL_FAMILIES: ReadonlySet<string> = new Set(
  words(
    "gmail googlemail hotmail outlook yahoo ymail live msn gmx onet icloud aol rocketmail protonmail tutanota fastmail",
  ),
);

/** Domains of free mail services and internet providers, used by private individuals. */
export const FREE_MAIL_DOMAINS: ReadonlySet<string> = new Set(
  words(`
    proton.me pm.me me.com mac.com mail.com email.com usa.com zoho.com zohomail.com zohomail.eu yandex.com yandex.ru
    yandex.kz yandex.by ya.ru hey.com duck.com tuta.io tuta.com tutamail.com keemail.me mailfence.com hushmail.com
    posteo.de posteo.net mailbox.org disroot.org riseup.net runbox.com startmail.com inbox.com lycos.com excite.com
    mail.ru inbox.ru list.ru bk.ru internet.ru rambler.ru ukr.net i.ua meta.ua bigmir.net abv.bg seznam.cz email.cz
    centrum.cz post.cz atlas.cz volny.cz azet.sk zoznam.sk centrum.sk wp.pl o2.pl onet.pl op.pl interia.pl gazeta.pl
    tlen.pl poczta.fm freemail.hu citromail.hu vipmail.hu net.hr siol.net
    web.de t-online.de freenet.de arcor.de online.de email.de vodafone.de kabelmail.de 1und1.de unitybox.de mailo.de
    bluewin.ch sunrise.ch hispeed.ch netplus.ch aon.at chello.at utanet.at kabsi.at a1.net
    orange.fr wanadoo.fr free.fr sfr.fr laposte.net neuf.fr bbox.fr club-internet.fr numericable.fr aliceadsl.fr
    libero.it virgilio.it alice.it tin.it tiscali.it fastwebnet.it inwind.it iol.it poste.it email.it pec.it
    legalmail.it arubapec.it postecert.it
    terra.es telefonica.net ono.com movistar.es terra.com.br uol.com.br bol.com.br ig.com.br globo.com globomail.com
    sapo.pt iol.pt clix.pt prodigy.net.mx
    ziggo.nl kpnmail.nl kpnplanet.nl planet.nl hetnet.nl home.nl xs4all.nl casema.nl upcmail.nl chello.nl
    telenet.be skynet.be proximus.be scarlet.be voo.be
    telia.com comhem.se bredband.net spray.se online.no broadpark.no mail.dk jubii.dk stofanet.dk kolumbus.fi
    luukku.com elisanet.fi pp.inet.fi suomi24.fi
    btinternet.com btopenworld.com sky.com virginmedia.com ntlworld.com blueyonder.co.uk talktalk.net tiscali.co.uk
    eircom.net
    comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com
    netzero.net optonline.net roadrunner.com rr.com windstream.net frontier.com frontiernet.net centurylink.net
    mchsi.com embarqmail.com suddenlink.net
    shaw.ca rogers.com sympatico.ca bell.net telus.net videotron.ca
    bigpond.com bigpond.net.au optusnet.com.au iinet.net.au tpg.com.au westnet.com.au xtra.co.nz
    qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com aliyun.com 139.com 189.cn 21cn.com tom.com
    wo.cn vip.qq.com vip.163.com vip.sina.com
    naver.com hanmail.net daum.net nate.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp i.softbank.jp au.com nifty.com
    biglobe.ne.jp ocn.ne.jp so-net.ne.jp
    rediffmail.com sify.com indiatimes.com
    walla.co.il walla.com 012.net.il bezeqint.net netvision.net.il mynet.com otenet.gr forthnet.gr windowslive.com
    hotmail.com outlook.com passport.com`),
);

function words(list: string): string[] {
  return list.split(/\s+/u).filter((word) => word !== "");
}

/**
 * Registrable domain of a host according to the Public Suffix List ("shop.acme.co.uk" → "acme.co.uk"), in lower case.
 * Hosting companies' suffixes count as public suffixes, so two of their customers are two sites. Returns null for an IP
 * address, a bare suffix or an invalid host name. Under a top-level domain not on the list (".test", an intranet's) it
 * is the last two labels.
 */
export const registrableDomain = remembering((host): string | null => {
  const { domain, isIp } = parse(host, { allowPrivateDomains: true });
  return isIp === true ? null : domain;
});

/** Whether the domain ends in a registry's public suffix, which file names and abbreviations do not. */
export const hasPublicSuffix = remembering((domain): boolean => {
  const { isIcann, domain: registrable } = parse(domain);
  return isIcann === true && registrable !== null;
});

/** Whether anyone can get an address at this domain, in which case it says nothing about the owner's company. */
export const isFreeMailDomain = remembering((domain): boolean => {
  const host = domain.toLowerCase().replace(/\.$/u, "");
  const registrable = registrableDomain(host) ?? host;
  if (FREE_MAIL_DOMAINS.has(host) || FREE_MAIL_DOMAINS.has(registrable)) return true;
  const label = registrable.slice(0, Math.max(0, registrable.indexOf(".")));
  return FREE_MAIL_FAMILIES.has(label);
});

/**
 * Company name as spelled by its domain ("acme-tools.de" → "Acme Tools"); null for free mail and for anything without a
 * registrable domain. This only guesses the spelling: it uses nothing but the domain's own letters.
 */
export function companyOfDomain(domain: string): string | null {
  if (isFreeMailDomain(domain)) return null;
  // "xn--mller-kva.de" is müller.de; empty if it isn't valid.
  const written = domain.includes("xn--") ? domainToUnicode(domain) : domain;
  const parsed = parse(written, { allowPrivateDomains: true });
  if (parsed.isIp === true || !parsed.domainWithoutSuffix) return null;
  const parts = parsed.domainWithoutSuffix.split("-").filter((word) => word !== "");
  return parts.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || null;
}
