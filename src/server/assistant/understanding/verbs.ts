import type { Language } from "#shared/language.ts";
import type { Word } from "#server/assistant/understanding/words.ts";

type Foreign = Exclude<Language, "en">;

/**
 * The verbs of requests in English, and their stems. "lehn..ab" is a verb whose prefix comes later. An answer's button
 * is chosen by the English verb, so a verb that is missing in a language is added here only.
 */
const STEMS: Readonly<Record<Foreign, string>> = {
  de: `approve=genehmig freigeb gib..frei geb..frei akzeptier bewillig nimm..an wink..durch; reject=lehn..ab ablehn verwirf verwerf weis..ab; qualify=qualifizier
    assign=weis..zu zuweis gib..ab ubergib ubergeb ubertrag ordn..zu zuordn teil..zu zuteil uberschreib; give=gib geb; tag=tagg markier verschlagwort etikettier; export=exportier lad..herunter lad..runter herunterlad
    sync=synchronisier gleich..ab abgleich lies..ein einles; pause=pausier halt..an anhalt; resume=nimm..auf setz..fort fortsetz; set=stell..ein einstell leg..fest festleg setz stell; change=ander pass..an anpass wechsl tausch
    lower=senk setz..herunter setz..runter runtersetz herabsetz reduzier; raise=erhoh heb..an anheb setz..hoch hochsetz; create=erstell leg..an anleg leg mach bau; add=fug..hinzu hinzufug erganz trag..ein eintrag hang..an aufnehm
    note=notier vermerk; delete=losch entfern nimm..raus nimm..weg nimm..heraus wirf..raus rauswerf; rename=benenn..um umbenenn nenn..um; turn off=schalt..aus schalt..ab ausschalt abschalt deaktivier stell..ab abstell; turn on=schalt..ein schalt..an einschalt aktivier
    send=schick verschick versend send; merge=fuhr..zusammen zusammenfuhr leg..zusammen zusammenleg fass..zusammen fusionier verschmelz; invite=lad..ein einlad; remind=erinner; undo=mach..ruckgangig nimm..zuruck; postpone=verschieb verleg; block=blockier sperr; call=ruf..an anruf; split=teil..auf aufteil verteil; write=schreib; bring back=hol..zuruck zuruckhol`,
  fr: `approve=approuv valid accept; reject=rejet rejett refus ecart declin; qualify=qualifi; assign=attribu assign affect transfer transmet confi reassign reaffect; give=donn pass; tag=etiquet tagu marqu
    export=export telecharg; sync=synchronis; pause=suspend; resume=reprend; put=mets met mettre; set=fix defini regl; change=chang modifi adapt; lower=baiss abaiss redui diminu; raise=augment relev monte montez monter; create=cree crea
    add=ajout; note=not; delete=supprim effac enlev retir vir; rename=renomm; turn off=desactiv coup arret etein; turn on=activ reactiv rallum allum; send=envoi envoy expedi; merge=fusionn reuni; invite=invit; remind=rappel relanc; undo=annul; postpone=report decal repouss; block=bloqu; call=appell; split=repart partag divis; write=ecri ecriv redig; bring back=recuper ramen`,
  es: `approve=aprueb aprob acept; reject=rechaz rechac descart declin; qualify=calific califiqu; assign=asign reasign transfier transfer entreg deriv; give=da pas; tag=etiquet etiquet marc; export=export descarg
    sync=sincroniz sincronic; pause=paus suspend; resume=reanud; put=pon pong poner; set=fij establec ajust; change=cambi modific modifiqu; lower=baj reduc reduzc; raise=sub aument elev; create=cre; add=anad agreg agregu sum; note=apunt anot
    delete=elimin borr quit saqu sac; rename=renombr; turn off=desactiv apag; turn on=activ reactiv enciend; send=envi mand; merge=fusion combin junt; invite=invit; remind=recuerd recorda; undo=deshaz deshac reviert; postpone=aplaz pospon; block=bloque; call=llam; split=repart divid; write=escrib redact; bring back=recuper devuelv`,
};

const ENDINGS: Readonly<Record<Foreign, string>> = {
  de: "(?:e|en|n|t|et|es)?",
  fr: "(?:e|er|ez|ons|s|re|le|ler)?",
  es: "(?:a|e|o|ar|er|ir|an|en|ad|s|r|lo)?(?<clitics>(?:me|te|nos|se|le|les|lo|la|los|las)*)",
};

const OF_ME = /^(?:mich|mir|uns|moi|nous)$/u;
const CLITICS: Readonly<Record<string, string>> = { me: "me", nos: "us", los: "them", las: "them", les: "them" };

/** Before a request in any language; these say nothing. */
const MANNERS: Readonly<Record<Foreign, RegExp>> = {
  de: /^(?:und|bitte|mal|doch|also|so|ok|okay|hey|hallo|moin|winnow|jetzt|dann|(?:kannst|konntest|wurdest) du|(?:konnen|konnten|wurden) sie|ich (?:mochte|will|muss|wurde gerne?)|wir (?:wollen|mochten|mussen))$/u,
  fr: /^(?:et|stp|svp|s'il (?:te|vous) plait|alors|ok|salut|bonjour|winnow|merci de|puis|(?:tu peux|peux tu|pourrais tu|pouvez vous|vous pouvez|pourriez vous)|(?:je|on) (?:voudrais|veux|veut|voudrait)|j'aimerais|il faut|il faudrait)$/u,
  es: /^(?:y|por favor|porfa|oye|hola|ok|winnow|luego|puedes|podrias|puede|podria|quiero|quisiera|necesito|queremos|hay que|me)$/u,
};
const LONGEST_MANNER = 3;
/** A pronoun that isn't an article. */
const APART = /^(?:le|la|lo|les|los|las)(?:$| (?:a|au|aux|para|por|pour|en|sur|de|con|avec|como|comme)\b)/u;
/** "Welche Leads ablehnen?" asks. */
const WHICH =
  /^(?:kann|konnte|darf|soll|sollte|muss|ist|sind|hat|haben|werden|wird|we[rnm]|was|wie|wo|wann|warum|welche[rsnm]?|how|which|what|who)$/u;

const VERBS = mapped(({ 0: language, 1: text }) =>
  text.split(/[;\n]/u).flatMap((entry) => {
    const [english = "", stems = ""] = entry.trim().split("=");
    return stems.split(" ").map((one) => {
      const [stem = "", prefix] = one.split("..");
      return { english, prefix, stem, pattern: new RegExp(`^${stem}${ENDINGS[language]}$`, "u") };
    });
  }),
);

function mapped<T>(of: (entry: [Foreign, string]) => T): Record<Foreign, T> {
  const [de, fr, es] = (["de", "fr", "es"] as const).map((language) => of([language, STEMS[language]]));
  return { de, fr, es } as Record<Foreign, T>;
}

/** The words of a request with its English verb at the beginning; null for anything else. */
export function verbFirst(words: readonly Word[], language: Foreign): Word[] | null {
  const begin = mannersOf(words, language);
  const [first, ...rest] = words.slice(begin);
  // "Gibt es Bäckereien?" asks for nothing to be given.
  if (first === undefined || (first.meant === "gibt" && rest[0]?.meant === "es")) return null;
  const isFree = ({ isOfName, isOfLead, field }: Word): boolean =>
    isOfName !== true && isOfLead !== true && field === undefined;
  if (isFree(first)) {
    const found = VERBS[language].filter(({ pattern }) => pattern.test(first.meant));
    const apart = found.find(({ prefix }) => prefix !== undefined && rest.some(({ meant }) => meant === prefix));
    const verb = apart ?? found.find(({ prefix }) => prefix === undefined);
    if (verb !== undefined) {
      const at = apart === undefined ? -1 : rest.findLastIndex(({ meant }) => meant === apart.prefix);
      const clitics = /(?:me|nos|los|las|les|lo|la|le|selo|sela)$/u.exec(
        verb.pattern.exec(first.meant)?.groups?.["clitics"] ?? "",
      );
      const pronouns = clitics === null ? [] : [CLITICS[clitics[0]] ?? "it"];
      // "Erinnere mich", "exportier mir"
      const isMine = OF_ME.test(rest[0]?.meant ?? "");
      if (isMine) rest.shift();
      // "Assigne-le à Tom", in two words
      const clitic =
        pronouns.length === 0 && APART.test(rest.map(({ meant }) => meant).join(" ")) ? rest.shift() : undefined;
      if (clitic !== undefined) pronouns.push(clitic.meant.endsWith("s") ? "them" : "it");
      const me = isMine && verb.english === "remind" ? ["me"] : [];
      return [...verb.english.split(" "), ...me, ...pronouns]
        .map((meant): Word => ({ ...first, meant }))
        .concat(rest.filter((_, index) => index !== (isMine ? at - 1 : at)));
    }
  }
  // "Ann Lee bitte ablehnen", "könntest du die Regel einschalten"
  if (language !== "de" || rest.length === 0) return null;
  const isShort = rest.length < 6 && !WHICH.test(first.meant);
  const isAsked = begin > 0 || isShort || words.some(({ meant }) => meant === "bitte");
  const verbOf = (word: Word) =>
    VERBS.de.find(
      ({ prefix, pattern, stem }) =>
        prefix === undefined && pattern.test(word.meant) && /e?n$/u.test(word.meant.slice(stem.length)),
    );
  // The verb ends its clause, after which more may be said of the leads.
  const at = words.findLastIndex((word) => isFree(word) && verbOf(word) !== undefined);
  const last = words[at];
  const verb = last === undefined ? undefined : verbOf(last);
  if (!isAsked || verb === undefined || last === undefined || at === begin) return null;
  const others = words.slice(begin).filter((word) => word !== last && word.meant !== "bitte");
  return [...verb.english.split(" ").map((meant) => ({ ...last, meant })), ...others];
}

function mannersOf(words: readonly Word[], language: Foreign): number {
  for (let begin = 0; ;) {
    const length = [LONGEST_MANNER, 2, 1].find(
      (n) =>
        MANNERS[language].test(
          words
            .slice(begin, begin + n)
            .map(({ meant }) => meant)
            .join(" "),
        ) && begin + n <= words.length,
    );
    if (length === undefined) return begin;
    begin += length;
  }
}
