/** Function words, spelled as in `plainText`. They carry weight in the model but are never shown as an explanation. */
const WORDS = new Set(
  // English
  (
    "a an the and or but nor so if then than that this these those there here it its he she they them his her hers him their theirs " +
    "i me my mine myself we us our ours ourselves you your yours yourself u ur ya who whom whose which what when where why how " +
    "is are was were be been being am do does did done doing have has had having can could will would shall should may might must " +
    "not no yes to of in on at by for from with without into onto about over under up down out off as because while until till " +
    "before after again once any some all both each every few more most much many other another such only own same too still " +
    "now just even ever never always however via per re s t d m ll ve don t o x ok okay one ones thing things something anything " +
    "get gets got getting let make made go going come came take give put say says said see know like back well way " +
    // German
    "der die das den dem des ein eine einen einem einer eines und oder aber denn wenn dann als ob dass weil wie was wer wo wann warum " +
    "welche welcher welches welchen ich mich mir mein meine meinen meiner wir uns unser unsere unseren unserem sie ihr ihre ihren ihrem " +
    "ihnen ihrer du dich dir dein deine euch euer eure er es ihn ihm man sich ist sind war waren bin bist sein hat habe haben hatte hatten " +
    "wird werden wurde wurden wurde kann konnen konnte konnten soll sollen sollte muss mussen darf durfen will wollen mag nicht kein keine " +
    "keinen ja nein zu zum zur von vom vor nach mit bei beim aus auf an am im in ins um fur uber unter durch gegen ohne seit bis ab da dort " +
    "hier noch schon nur sehr so auch mehr etwas alle alles jetzt wieder immer nun doch mal eben dies diese dieser dieses diesen gibt geht " +
    // French
    "le la les l un une des du de d et ou mais donc car ni si que qu qui quoi dont quand comment pourquoi combien quel quelle quels quelles " +
    "je j me m moi mon ma mes nous notre nos vous votre vos tu te toi ton ta tes il elle ils elles lui leur leurs on se ce c cet cette ces " +
    "ca cela y en est sont etait etes suis es etre ai as a avons avez ont avait avoir fait faire fais peut peux pouvez pourriez pouvoir " +
    "ne n pas plus non oui au aux avec sans sous sur dans par pour vers chez entre depuis avant apres tres bien tout tous toute toutes meme " +
    "encore deja aussi ici alors ainsi comme aujourd hui jusqu " +
    // Spanish
    "el los las lo un una unos unas y e o u pero si que quien quienes cual cuales cuando donde como cuanto cuanta cuantos cuantas yo mi mis " +
    "tu tus te ti usted ustedes su sus nos nosotros nuestro nuestra nuestros nuestras vosotros os vuestro vuestra le les se es son era esta " +
    "estan estoy estamos ser estar ha han he hay hemos haber tiene tienen tengo tenemos puede pueden puedo podria podrian no al del con sin " +
    "por para en desde hasta sobre entre ya muy mas tan todo todos toda todas este esto estos estas ese esa eso algo asi aqui cada otro otra"
  ).split(" "),
);

export function isStopWord(word: string): boolean {
  return word.length < 2 || WORDS.has(word);
}
