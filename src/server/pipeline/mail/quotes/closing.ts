/** Closings that take up a whole line, by language. */
const CLOSINGS = [
  // English
  String.raw`(?:with (?:very |my )?)?(?:kind(?:est)?|best|warm(?:est)?|many|my best)(?: personal| and kind)? (?:regards|wishes|thanks)`,
  String.raw`(?:again,? )?(?:wishing|wish) you [^.!?]{3,50}|(?:hav(?:e|ing) )?a (?:great|nice|good) (?:day|weekend|week|evening)|(?:enjoy|have) (?:the|your|a) [^.!?]{3,30}`,
  String.raw`(?:personal |with |warm )?regards|rg?r?ds|best|all the best|(?:very )?sincerely(?: yours)?|yours(?: (?:very )?(?:sincerely|faithfully|truly))?|very truly yours|yours in [^.!?]{3,30}|respectfully(?: (?:yours|submitted))?|cordially(?: yours)?|kindly|cheers|[wm]?br|kr|hth|take care|greetings|ciao|bye(?:-?bye)?|later|talk (?:to you )?soon|see you(?: (?:soon|then|there))?`,
  String.raw`(?:many )?thanks(?: in advance)?(?: (?:and|&) (?:(?:kind|best|warm) )?(?:regards|wishes))?(?: (?:a lot|again|so much|very much|in advance|all|everyone|guys|and (?:kind |best )?regards))?(?: for [^.!?]{3,50})?|thank-?\s?you(?: (?:very much|so much|again|all|everyone|in advance|and (?:kind |best )?regards))?(?: (?:in advance )?for [^.!?]{3,60})?|thx|ty`,
  String.raw`(?:i |we )?(?:look(?:ing)? forward)(?: to [^.!?]{3,50})?|(?:i |we )?hope to hear from you(?: soon)?|hope (?:this|that|it) helps`,
  // German
  String.raw`(?:[^.!?]{3,60}\sund\s)?(?:(?:mit|ganz|und|\p{L}{3,14}e[nrms]?),? ){0,4}gr(?:u|ü|ue)(?:ß|ss)e?n?(?: (?:und|von|vom|nach|aus|an|auch)(?!\p{L})[^.!?]{0,50})?|(?:mit )?(?:besten|herzlichen|vielen)(?: und .{3,20})? dank|alles (?:liebe|gute)|mfg|g{0,4}lg|vg|hochachtungsvoll|(?:dein|ihr|eu[er]{2})e?|getreu|im auftrag|i\.\s?[av]\.`,
  String.raw`danke(?: (?:im voraus|schön|und .{3,20}))?|besten dank(?: im voraus)?|vielen dank(?: im voraus| und .{3,30})?`,
  // French
  String.raw`(?:bien )?cordialement|cdlt|sincères salutations|salutations(?: distinguées)?|(?:bien )?à vous|(?:meilleures|cordiales) salutations|bonne (?:journée|réception|soirée)|merci(?: (?:d'avance|beaucoup|par avance))?|dans l'attente .{5,60}|veuillez (?:agréer|recevoir).{5,120}|je vous prie d'agréer.{5,120}`,
  // Spanish
  String.raw`(?:un )?(?:muy )?(?:cordial )?saludos?(?: cordial(?:es)?)?|atentamente|atte|(?:reciba|reciban) un .{3,30}|muchas gracias|gracias(?: de antemano)?|quedo (?:a la espera|atento|atenta).{0,60}|quedamos .{5,60}`,
  // Italian
  String.raw`(?:un )?(?:cordial[ei]|distint[oi]) salut[oi]|saluti|cordialmente|(?:la |vi )?ringrazio.{0,40}|grazie(?: mille)?|in attesa .{5,60}`,
  // Portuguese
  String.raw`atenciosamente|(?:com os )?(?:melhores )?cumprimentos|obrigad[oa]|(?:um )?abraços?|att`,
  // Dutch
  String.raw`(?:met )?(?:vriendelijke|hartelijke) groet(?:en)?|groet(?:en|jes)?|mvg|hoogachtend|alvast bedankt|hartelijk dank|bedankt`,
  // Northern
  String.raw`med vänlig(?:a)? hälsning(?:ar)?|vänliga hälsningar|mvh|hälsningar|tack på förhand|(?:med )?ven+lig hilsen|hilsen(?:er)?|hilsner|ystävällisin terveisin|terveisin|t:`,
  // Polish and its neighbors
  String.raw`z (?:poważaniem|wyrazami szacunku)|(?:serdecznie )?pozdrawiam(?: serdecznie)?|(?:łączę )?pozdrowienia|(?:z góry )?dziękuję|(?:s )?pozdrav(?:e?[mo]m?|y)?|s úctou|(?:hezký|pěkný) den|děkuji(?: předem)?|üdvözlettel|tisztelettel|cu stimă|lep pozdrav|srdačan pozdrav`,
  // Turkish
  String.raw`(?:sevgi ve )?saygılar(?:ımla|ımızla)?|(?:iyi|kolay) (?:çalışmalar|günler|gelsin)|(?:şimdiden )?teşekkürler|teşekkür ederim`,
  // Cyrillic and Greek
  String.raw`с уважением|с наилучшими пожеланиями|всего (?:доброго|хорошего)|искренне ваш\p{L}*|(?:заранее )?спасибо|благодар(?:я|им|ам)|з повагою|дякую|поздрави|με εκτίμηση|φιλικά|ευχαριστώ`,
  // Chinese, Japanese, Korean
  String.raw`此致|(?:此致)?敬[礼禮]|祝好|谢谢|謝謝|[顺順]祝商祺|(?:顺颂|敬祝|祝您?).{1,8}|(?:何卒|どうぞ)?(?:宜しく|よろしく)お願い(?:いた|致)?し(?:ます|申し上げます)|以上|敬具|ありがとうございます|감사합니다`,
  // Arabic, Persian, Hebrew and Hindi
  String.raw`مع (?:(?:أطيب|خالص|فائق|جزيل) )?(?:التحيات|التحية|الاحترام|التقدير|الشكر)(?: (?:و|وال)\p{L}+)?|تحياتي|وتفضلوا.{0,60}|شكراً?(?: (?:جزيلاً?|لكم))?|با (?:احترام|تشکر|سپاس)|متشکرم|ممنون|בברכה|(?:ב)?תודה(?: (?:רבה|מראש))?|धन्यवाद|सादर`,
].join("|");
const CLOSING = new RegExp(
  String.raw`^[\s*_]{0,40}(?:${CLOSINGS})(?!\p{L}|['’-]\p{L})(?: (?:for|für|pour|por|per|voor|за) [^.!?]{3,40})?(?: ?[:;]-?[)D(]+)?[\s,.!;:。！、،*_/–—-]{0,40}(?:\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*){0,3})?[\s,.!*_]{0,4}$`,
  "iu",
);
/** "Thanks, Anna", "LG Anna"; "Thanks Anna" may thank Anna. */
export const CLOSING_WITH_NAME =
  /(?:[,–—-]\s{0,2}|(?<=[Rr]egards|[Gg]r(?:ue|[uü])(?:ß|ss)(?:en?)?(?: von)?|(?<!\p{L})(?:[Gg]{0,4}[Ll]|[Vv]|[Mm][Ff])[Gg]|[Cc]ordialement|[Ss]aludos|[Ss]aluti|[Pp]ozdrawiam|[Gg]roet(?:en)?|уважением)(?:\s{1,40}|[.!]\s?)(?!Ihre?\s|Eu|Dein))\p{Lu}[\p{L}. ]{1,40}[,*_]{0,2}$/u;

/** Whether a line is a message's closing. */
export function isClosing(line: string): boolean {
  return line.length <= 160 && CLOSING.test(line);
}
