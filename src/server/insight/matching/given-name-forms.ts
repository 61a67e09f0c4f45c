import { commonSpelling } from "#server/insight/matching/latin-letters.ts";

/**
 * Variants of a given name in English, German, French and Spanish: the full name first, then its short forms. A short
 * form may belong to several names.
 */
const FORMS = `
  alexander alex al alec xander sandro sascha sasha alexandre alejandro alessandro aleksandr
  alexandra alex sandra sandy alexa sasha alejandra
  alfred alf fred freddy alfredo
  andreas andi andy andrew drew andre andres
  anthony tony toni anton antonio antoine
  barbara barb barbie babs babsi
  benjamin ben benny benni benji
  bernhard bernard bernd bernie bernardo
  charles charlie chuck carlos karl carl chas
  charlotte charlie lotte lottie carlota
  christian chris kris cristian
  christopher chris kit christoph christophe cristobal topher
  christine chris tina christina kristina cristina christiane chrissy
  daniel dan danny dani
  daniela dani daniele danielle
  david dave davy
  deborah deb debbie debby
  dominik dominic dominique nick domingo
  donald don donnie
  dorothea dorothy dora dot dotty thea dorothee dorotea
  edward ed eddie ted ned teddy eduard edouard eduardo
  elizabeth elisabeth liz lizzy beth betty eliza lisa lise elise isabel elsa ella liesl bettina
  emanuel manuel manu manolo emmanuel
  emily emma em emilie emilia
  ernst ernie ernest ernesto
  eugene gene eugen
  ferdinand fernando ferdi nando
  florian flo
  franziska franzi fanny francoise francisca paqui
  francis frank franz francisco francois paco pancho curro fran
  frederick fred freddy friedrich fritz frederic federico fede
  gabriel gabe gabi
  gabriele gabi gaby gabriela gabrielle
  george georg georges jorge schorsch
  gerald gerry jerry
  gerhard gerd gert gerard gerardo
  gregory greg gregor gregoire gregorio
  guillermo guille william wilhelm guillaume memo
  hans johann johannes john jean juan jack johnny hannes hansi ivan giovanni
  heinrich heinz henry henri harry enrique hank quique kike
  helen helena helene elena lena leni nell nellie
  ignatius ignacio nacho ignaz
  jacob jakob jake jacques
  james jim jimmy jamie jaime diego santiago
  jennifer jen jenny jenni
  jeffrey jeff geoffrey geoff
  jessica jess jessie
  joachim jochen achim joaquin
  johanna hanna hannah joan joanna jeanne juana hanni jo
  jonathan jon jonny nathan
  joseph joe josef sepp jose pepe joey jupp
  josephine josie jo josefa josefine pepa
  joshua josh
  juergen jurgen jorgen
  katharina kathi katja kathrin katrin catherine kate katie kathy kathleen cathy kat kitty catalina catarina
  kenneth ken kenny
  klaus nikolaus nicholas nick nico niklas nicolas nicky claus
  konrad conny conrad kurt
  laurence larry lorenz laurent lorenzo lawrence
  leonard leo len lenny leonardo leonhard
  louis ludwig lewis lou luis luigi lui
  ludovic ludo
  magdalena lena leni magda madeleine
  manuela manu ela
  margaret maggie meg peggy greta gretchen margarete margot rita marguerite margarita margrit grete gitta
  maria mary marie mia mitzi maja maite molly polly marion
  martin marty martino
  matthias matthew matt matze hias mathieu matthieu mateo
  maximilian max maxi maxime maximiliano maxwell
  mercedes merche
  michael mike mick micky michel miguel mich michi mickey mikhail misha
  michaela michi micha ela michelle micaela
  montserrat montse
  natalia natalie nathalie natasha nat
  nicole nicki nicky nicola nico
  patricia pat patty trish tricia patti
  patrick pat paddy patricio patrice
  paul pablo paolo
  peter pete pit pedro pierre
  philip phil philipp philippe felipe lipe
  rafael raphael rafa raffi
  raymond ray raimund raymund ramon
  rebecca becky becca rebekka
  reinhard reiner rainer
  richard rick dick rich richie ricky ricardo
  robert bob rob bobby robbie bert roberto robby
  roland rolf orlando
  ronald ron ronnie
  rosario charo
  samuel sam sammy
  samantha sam
  sebastian basti bastian seb sebastien wastl
  sofia sophie sophia
  stephen steve steven stephan stefan stefano etienne esteban steph steffen
  stephanie steffi steph stefanie estefania
  susanne susan sue susi susie suzanne susana suzy sanne
  teresa theresa terry tess resi therese maite
  theodor theodore theo ted teddy teodoro
  thomas tom tommy tomas tomasz
  timothy tim timmy timo
  ursula uschi ulla ursel ursule
  ulrich uli ulli ulrico
  ulrike uli ulli rike
  valentin val valentino
  veronika vroni vera veronica veronique
  victor vic vik viktor
  victoria vicky vicki tori viktoria
  vincent vince vinzenz vicente
  walter walt wally gauthier
  werner verner
  wilhelm willi willy william will bill billy guillaume
  wolfgang wolf wolfi
  zacharias zach zack zachary
`;

const groupsByName = new Map<string, Set<number>>();
const heads: string[] = [];
for (const [index, line] of FORMS.trim().split("\n").entries()) {
  const forms = line.trim().split(" ").map(commonSpelling);
  heads.push(forms[0] ?? "");
  for (const form of forms) groupsByName.set(form, (groupsByName.get(form) ?? new Set()).add(index));
}

/** Whether one name is a form of the other, or both are forms of a third. Both in `commonSpelling`. */
export function areFormsOfOneName(a: string, b: string): boolean {
  const [ofA, ofB] = [groupsByName.get(a), groupsByName.get(b)];
  return ofA !== undefined && ofB !== undefined && !ofA.isDisjointFrom(ofB);
}

/** Initials of a word and of the full names it may be short for: "bob" → b, r. In `commonSpelling`. */
export function initialsOf(word: string): Set<string> {
  const names = [...(groupsByName.get(word) ?? [])].map((group) => heads[group] ?? "");
  return new Set([word, ...names].map(initialOf));
}

function initialOf(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 0);
}
