/** Providers that have one name under many country domains: hotmail.fr, yahoo.co.jp. */
export const FREE_MAIL_FAMILIES: ReadonlySet<string> = new Set(
  words("gmail googlemail hotmail outlook yahoo ymail live msn gmx icloud aol rocketmail protonmail tutanota fastmail"),
);

/** Where private people have their mail, and the customers of their internet providers. */
export const FREE_MAIL_DOMAINS: ReadonlySet<string> = new Set(
  words(`
    proton.me pm.me me.com mac.com mail.com email.com usa.com zoho.com zohomail.com zohomail.eu yandex.com yandex.ru
    yandex.kz yandex.by ya.ru hey.com duck.com tuta.io tuta.com tutamail.com keemail.me mailfence.com hushmail.com
    posteo.de posteo.net mailbox.org disroot.org riseup.net runbox.com startmail.com inbox.com lycos.com excite.com
    mail.ru inbox.ru list.ru bk.ru internet.ru rambler.ru ukr.net i.ua meta.ua bigmir.net abv.bg seznam.cz email.cz
    centrum.cz post.cz atlas.cz volny.cz azet.sk zoznam.sk centrum.sk wp.pl o2.pl onet.pl op.pl interia.pl gazeta.pl
    tlen.pl poczta.fm freemail.hu citromail.hu vipmail.hu net.hr siol.net
    web.de t-online.de freenet.de arcor.de online.de email.de vodafone.de kabelmail.de 1und1.de unitybox.de mailo.de
    bluewin.ch sunrise.ch hispeed.ch aon.at chello.at utanet.at kabsi.at a1.net
    orange.fr wanadoo.fr free.fr sfr.fr laposte.net neuf.fr bbox.fr club-internet.fr numericable.fr aliceadsl.fr
    libero.it virgilio.it alice.it tin.it tiscali.it fastwebnet.it inwind.it iol.it poste.it email.it
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
