/** "120", "1,200+", "2.500", "10-20". */
const NUMBER = String.raw`(?<![\d.,–-])(?:[1-9]\d{0,2}(?:[.,’' ]\d{3})+|[1-9]\d{0,5})(?:\s?[-–]\s?[1-9]\d{0,5})?\s?\+?`;
const PEOPLE = [
  String.raw`(?:(?:full-time|dedicated|skilled|experienced|talented|qualified|professional|highly|committed|passionate|permanent)\s){0,3}(?:employees|staff\smembers|team\smembers)`,
  String.raw`(?:(?:qualifizierten?|engagierten?|erfahrenen?|motivierten?|festen?|kompetenten?)\s){0,2}(?:Mitarbeiter(?:innen|n|[*:_/]innen)?(?:\sund\sMitarbeiter(?:innen|n)?)?|Mitarbeitenden?|Beschäftigten?|Angestellten?)`,
  String.raw`salariés|collaborateurs|employés|empleados|trabajadores|colaboradores|dipendenti|collaboratori|funcionários|medewerkers|werknemers|anställda|medarbetare|medarbejdere|ansatte|työntekijää|pracowników|zaměstnanců|сотрудников|работников|çalışan`,
].join("|");
const MORE = String.raw`(?:more than|over|about|around|approximately|nearly|some|rund|über|ca\.|circa|etwa|mehr als|knapp|plus de|près de|environ|más de|cerca de|oltre|più di|mais de|meer dan|ruim|över|mer än|ponad|более|около)\s`;
/** What comes right before the number if it is about the company itself. */
const OWN = String.raw`(?:we|our|wir|somos|siamo|company|firm|group|has|have|employs?|employing|with|team of|staff of|workforce of|total of|are|now|currently|today|beschäftigt|beschäftigen|mit|haben|hat|arbeiten|zählt|zählen|sind|aktuell|heute|avec|compte|emploie|employons|comptons|équipe de|con|tenemos|emplea|empleamos|impiega|abbiamo|conta|com|met|hebben|werken|telt|har|med|zatrudnia|zatrudniamy)\s`;
const SENTENCE = new RegExp(String.raw`(?<!\p{L})${OWN}(${MORE})?(${NUMBER})\s(?:${PEOPLE})(?!\p{L})`, "iu");
/** "Over 120 employees worldwide", as on a tile. */
const ALONE = new RegExp(String.raw`^(${MORE})?(${NUMBER})\s(?:${PEOPLE})(?!\p{L}).{0,30}$`, "iu");
const TEAM =
  /(?<!\p{L})(?:team|staff|workforce) of (over |more than |about |around )?([1-9]\d{0,4}\s?\+?)(?: \p{L}+){0,2} (?:people|professionals|experts|specialists|engineers)(?!\p{L})/iu;
const EMPLOYS =
  /(?<!\p{L})employs? (over |more than |about |around |approximately |some )?([1-9][\d,]{0,6}\s?\+?)(?: \p{L}+){0,2} (?:people|men and women|workers)(?!\p{L})/iu;
const LABEL = String.raw`(?:number of employees|employees|company size|headcount|team size|Mitarbeiter(?:zahl|anzahl)?|Anzahl (?:der )?Mitarbeiter|Beschäftigte|effectifs?|nombre de salariés|número de empleados|empleados|numero (?:di )?dipendenti|dipendenti|aantal medewerkers|medewerkers|antal anställda|anställda|従業員数?|社員数|员工人数|员工数量|직원수)`;
const LABELED = new RegExp(
  String.raw`^${LABEL}\s?[:：]?\s{0,3}(${MORE}|约|約)?(${NUMBER})(?:\s?(?:名|人|명))?(?!\s?[%€$])(?:$|[\s,;(（])`,
  "iu",
);
const ONLY_NUMBER = new RegExp(String.raw`^(${MORE}|约|約)?(${NUMBER})\s?[名人명]?$`, "iu");
const ONLY_PEOPLE = new RegExp(String.raw`^(?:${LABEL}|${PEOPLE})\s?[:：]?$`, "iu");
/** The number is about customers, a wish, a limit or one event. */
const OTHERS =
  /customer|client|founded|started|gegründet|compan(?:y|ies) (?:with|of)|businesses|organi[sz]ations|for teams|firms|up to|at least|per |fewer|less than|under|below|laid off|layoff|join|hir(?:e|ing)|new (?:employee|team|staff)|vacanc|discount|survey|Kunden|Unternehmen (?:mit|ab|bis)|Betrieben?|neue|(?:^|\s)(?:ab|bis zu|mindestens|pro|unter|je) \d|entreprises|moins de|jusqu|nouveaux|clientes|hasta|empresas|menos de|aziende|clienti|fino a|bedrijven|klanten|tot \d/iu;
const LONGEST_LINE = 600;
const AROUND = 60;

/**
 * "120 employees", as a line or it and the next one state the size of the company; null if they don't or if that is
 * about others.
 */
export function companySizeIn(line: string, next = ""): string | null {
  if (line.length > LONGEST_LINE || !/\d/u.test(line + next)) return null;
  const tile = ONLY_PEOPLE.test(next) ? ONLY_NUMBER.exec(line) : ONLY_PEOPLE.test(line) ? ONLY_NUMBER.exec(next) : null;
  const stated = tile ?? LABELED.exec(line) ?? ALONE.exec(line);
  const found = stated ?? SENTENCE.exec(line) ?? TEAM.exec(line) ?? EMPLOYS.exec(line);
  if (found === null) return null;
  const around = line.slice(Math.max(0, found.index - AROUND), found.index + found[0].length + AROUND);
  if (tile === null && OTHERS.test(around)) return null;
  return sizeWords(found[2] ?? "", found[1] === undefined ? "" : "+");
}

/** The size in one form, whatever the language: "1,200+ employees"; null for one person and for years. */
export function sizeWords(number: string, more: string): string | null {
  const [from = 0, to] = number.split(/\s?[-–]\s?/u).map((part) => Number(part.replaceAll(/\D/gu, "")));
  const most = to ?? from;
  const isYear = to === undefined && /^(?:19|20)\d\d$/u.test(number.trim());
  if (isYear || most < 2 || most <= (to === undefined ? 0 : from) || most > MOST) return null;
  const words = to === undefined ? format(from) : `${format(from)}-${format(to)}`;
  return `${words}${to === undefined && (more !== "" || number.includes("+")) ? "+" : ""} employees`;
}

const MOST = 3_000_000;

function format(number: number): string {
  return number.toLocaleString("en-US");
}
