/** The figures in one line of a scorer's output, by name. */
export type Figures = Record<string, string>;

const F1 = (name: string) => String.raw`P=\S+ R=\S+ F1=(?<${name}>\S+)`;
const OF = (name: string) => String.raw`(?<${name}>\d+)/(?<${name}Of>\d+)`;
/** Written as "12/40 = 30.0%", or "-" if there is nothing to count. */
const SHARE = (name: string) => String.raw`(?<${name}>\d+/\d+ = [\d.]+%|-)`;
const COUNT_AND_PERCENT = (name: string) => String.raw`(?<${name}>\d+) =\s*(?<${name}Percent>[\d.]+)%`;

/** The formats of the scorers' lines. */
export const LINES = {
  mail: new RegExp(
    String.raw`^(?<slice>.+?)\s+n=\s*(?<n>\d+) isLead ${F1("f1")} \| >=50 ${F1("f1At50")} \| >=70 ${F1("f1At70")} \| AUC=(?<auc>\S+) review=(?<review>\S+) false alarms=(?<falseAlarms>\S+) calibration error=(?<calibrationError>\S+)$`,
    "u",
  ),
  ordinary: new RegExp(
    String.raw`^(?<folder>\S+)\s+(?<n>\d+)\s+${COUNT_AND_PERCENT("lead")}\s+${COUNT_AND_PERCENT("from50")}\s+${COUNT_AND_PERCENT("from70")}\s+(?<errors>\d+)\s+(?<seconds>[\d.]+)$`,
    "u",
  ),
  signatureField: new RegExp(
    String.raw`^(?<field>\w+)\s+right ${OF("right")} = (?<share>\S+)\s+wrong (?<wrong>\d+)\s+empty (?<empty>\d+)\s+extra ${OF("extra")}$`,
    "u",
  ),
  signaturePhones: new RegExp(
    String.raw`^fax given as phone ${OF("fax")}\s+somebody else's phone given ${OF("other")}\s`,
    "u",
  ),
  sites: new RegExp(
    String.raw`^(?<sites>.+?)\s+FULL RECORD (?<full>\S+) e-mail recall (?<recall>\S+) \(${OF("found")}\) lead precision (?<precision>\S+) \(${OF("right")}, dup (?<duplicates>\d+), webmaster/third-party (?<forbidden>\d+)\) name (?<name>\S+) phone (?<phone>\S+) company (?<company>\S+) fax-as-phone (?<fax>\d+)$`,
    "u",
  ),
  pages: /^pages (?<pages>\d+) /u,
  pageLeads: new RegExp(
    String.raw`^leads (?<leads>\d+): with name ${SHARE("name")}, e-mail ${SHARE("email")}, phone ${SHARE("phone")}, company ${SHARE("company")}, title ${SHARE("title")}, role address (?<role>\d+)$`,
    "u",
  ),
  pagesWithEmail: new RegExp(
    String.raw`with an e-mail address (?<withEmail>\d+), of these with a lead ${SHARE("lead")}; pages without any lead (?<noLead>\d+)$`,
    "u",
  ),
  pageAgreement: new RegExp(
    String.raw`^name agrees with .*: ${SHARE("agrees")}; pages with at least one agreeing record ${SHARE("pageAgrees")}$`,
    "u",
  ),
  pagePrinted: new RegExp(
    String.raw`^value printed on the page: name ${SHARE("name")}, phone's last 7 digits ${SHARE("phone")}$`,
    "u",
  ),
  errors: /^errors: (?<errors>\d+)/u,
} satisfies Record<string, RegExp>;

/** The figures of every line in this format. Throws if there is none, since it must be a different scorer. */
export function figuresIn(lines: readonly string[], form: RegExp): [Figures, ...Figures[]] {
  const [first, ...others] = lines.flatMap((line): Figures[] => {
    const { groups } = form.exec(line) ?? {};
    return groups === undefined ? [] : [{ ...groups }];
  });
  if (first === undefined) throw new Error(`The scorer printed no line like ${form.source}:\n${lines.join("\n")}`);
  return [first, ...others];
}

/** The named figures as a row's cells. */
export function cellsOf(figures: Figures, names: readonly string[]): string[] {
  return names.map((name) => figures[name] ?? "");
}
