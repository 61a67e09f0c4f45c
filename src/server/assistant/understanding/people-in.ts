import { REQUEST } from "#server/assistant/understanding/request-words.ts";
import type { KnownNames } from "#server/assistant/understanding/mark-names.ts";
import type { Wording } from "#server/assistant/understanding/words.ts";

/** Someone of the team, and where the question says whose or by whom. */
interface PersonSaid {
  name: string;
  isDecider: boolean;
  start: number;
  end: number;
}

const DECIDES = /\b(?:approv\w*|reject\w*|decid\w*|decisions?)\b(?! (?:leads?|ones|contacts|prospects|people))/u;
const OWN = "assigned to|owned by|belong(?:s|ing)? to|of|from|by|for|with|under";
const BEFORE = new RegExp(
  String.raw`(?:\b(?:(?:that|which|who|are|is|were|was|does|do|did|has|have|only|just|owners?|${OWN}|the ones of|those of) )+)$`,
  "u",
);
/** Who gets something is no owner yet: "give them to Ann". */
const TARGET = /\bto $/u;
const DECIDED_BY =
  /\bby $|\b(?:approv\w*|reject\w*|decid\w*|decisions?)(?: (?:leads?|ones))? of $|\b(?:were|was|been|is|are) of $/u;
const OWNED_BY = new RegExp(String.raw`\b(?:assigned to|owned by|belong(?:s|ing)? to|of|from|for) $`, "u");
const HAS =
  /^ (?:have|has|own|owns|got|hold|holds|manages?|carry|carries|looks? after|lead|leads)\b(?! (?:\w+ )?(?:approv|reject|decid))/u;
/** What someone hasn't decided on is theirs to decide. */
const NOT_YET = /^ (?:has|have|did|does|is|was) (?:still )?not\b/u;
const GIVING = /^(?:please )?(?:add|invite|remind|tell|ask|give|notify|put|let|make|email|call)\b/u;
const WITH_ME = /\b(?:me|i) (?=(?:or|and|vs|versus|than)\b)|(?<=\b(?:or|and|vs|versus|than) )(?:me|i)$/u;
const ME = /\b(?:have|did|do|had|has) i\b|\bi (?:myself |personally )?(?:have )?(?:approv|reject|decid)/u;

/** The people of the team that a question means as owners, or as those who decided; `her` is the last one named. */
export function peopleIn({ words }: Wording, text: string, { people = [], person, me }: KnownNames): PersonSaid[] {
  const isDecided = DECIDES.test(text);
  let at = 0;
  const found = words.flatMap(({ meant, said, field, isOfLead }): PersonSaid[] => {
    const start = at;
    at += meant.length + 1;
    const isPronoun = /^(?:hers?|his)$/u.test(meant);
    const end = start + meant.length;
    const [before, after] = [text.slice(0, start), text.slice(end)];
    // "Toms leads"
    const bare = /^ (?:leads|ones|contacts|prospects)\b/u.test(after) ? meant.replace(/s$/u, "") : meant;
    const account = [meant, bare].find((one) => people.includes(one));
    const name = account ?? (isPronoun || /^(?:she|he)$/u.test(meant) ? person : undefined);
    if (name === undefined || field !== undefined || isOfLead === true) return [];
    const isPossessive = isPronoun || /['’]s?$/u.test(said) || (account !== undefined && account !== meant);
    if (TARGET.test(before) && !OWNED_BY.test(before)) return [];
    if (
      !isDecided &&
      (REQUEST.test(text) || GIVING.test(text)) &&
      !isPossessive &&
      !OWNED_BY.test(before) &&
      !HAS.test(after)
    )
      return [];
    const isOwner = NOT_YET.test(after) || isPossessive || OWNED_BY.test(before) || HAS.test(after);
    const isDecider = isDecided && (DECIDED_BY.test(before) || !isOwner);
    const [own = ""] = BEFORE.exec(before) ?? [];
    return [{ name, isDecider, start: start - own.length, end }];
  });
  const withMe = found.length > 0 && me !== undefined ? WITH_ME.exec(text) : null;
  if (withMe !== null && me !== undefined)
    found.push({ name: me, isDecider: false, start: withMe.index, end: withMe.index + withMe[0].length });
  const [mine] = isDecided && me !== undefined ? [ME.exec(text)] : [];
  return me === undefined || mine == null
    ? found
    : [
        ...found,
        {
          name: me,
          isDecider: true,
          start: mine.index,
          end: mine.index + mine[0].replace(/(?:approv|reject|decid)$/u, "").trim().length,
        },
      ];
}
