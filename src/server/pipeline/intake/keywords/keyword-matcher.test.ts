import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CHARACTER_KIND,
  foldCodePoint,
  kindOfFolded,
  type CharacterKind,
} from "#server/pipeline/intake/keywords/fold-character.ts";
import { KeywordMatcher } from "#server/pipeline/intake/keywords/keyword-matcher.ts";
import { parseKeyword, piecesOf, spellingsOf, type Piece } from "#server/pipeline/intake/keywords/keyword-pattern.ts";
import type { RuleMode } from "#shared/contract/rule.ts";
import { rounds } from "#test/thorough.ts";

function matcherOf(keywords: readonly string[], mode: RuleMode = "words"): KeywordMatcher {
  return new KeywordMatcher(keywords.map((keyword) => piecesOf(keyword, mode)));
}

/** The part of a text that matches a keyword, as written; null without a match. */
function found(keyword: string, text: string, mode: RuleMode = "words"): string | null {
  const [occurrence] = matcherOf([keyword], mode).firstOccurrences([text]);
  return occurrence === undefined ? null : text.slice(occurrence.start, occurrence.end);
}

describe("what a keyword matches", () => {
  test.each([
    // keyword, text, matching part
    ["car", "A car.", "car"],
    ["car", "CAR", "CAR"],
    ["Machine Learning", "machine\t\r\n learning", "machine\t\r\n learning"],
    ["machine-learning", "machine learning", "machine learning"],
    ["machine learning", "machine-learning", "machine-learning"],
    ["machine learning", "machine_learning", "machine_learning"],
    ["machine learning", "«Machine», “learning”", "Machine», “learning"],
    ["machine learning", "machine\u00adlearning", null],
    ["newsletter", "news\u00adlet\u200bter", "news\u00adlet\u200bter"],
    ["car", "career", null],
    ["car", "scar", null],
    ["car", "car2go", null],
    ["car", "car\u0000go", "car"],
    // accents, cases, compatibility forms
    ["cafe", "Café", "Café"],
    ["café", "CAFE", "CAFE"],
    ["cafe", "cafe\u0301 noir", "cafe\u0301"],
    ["strasse", "Hauptstraße", null],
    ["strasse", "Straße 5", "Straße"],
    ["Straße", "STRASSE", "STRASSE"],
    ["GROẞ", "groß", "groß"],
    ["istanbul", "İstanbul", "İstanbul"],
    ["ISTANBUL", "ıstanbul", "ıstanbul"],
    ["ΛΌΓΟΣ", "λόγος", "λόγος"],
    ["finance", "ﬁnance", "ﬁnance"],
    ["oeuvre", "Œuvre", "Œuvre"],
    ["smorrebrod", "smørrebrød", "smørrebrød"],
    ["crm", "ＣＲＭ", "ＣＲＭ"],
    ["crm", "𝐂𝐑𝐌", "𝐂𝐑𝐌"],
    ["50", "٥٠ موظفًا", "٥٠"],
    ["عرض سعر", "نريد عـــرض سعر", "عـــرض سعر"],
    ["قیمت", "قيمت", "قيمت"],
    ["acme", "Acme™", "Acme"],
    ["a1", "a½", "a½"],
    ["½", "½ price", "½"],
    ["wait…", "wait!", "wait"],
    ["kg", "㎏", "㎏"],
    // A mark without its base character.
    ["$\uff9e", "$が", "$"],
    ["a\uff9e b", "a が b", null],
    ["a\uff9e b", "a b", "a b"],
    ["i* %", "ies½%", null],
    ["car buy", "car'\u00ads buy", "car'\u00ads buy"],
    ["приём", "ПРИЕМ", "ПРИЕМ"],
    ["שלום", "שָׁלוֹם", "שָׁלוֹם"],
    // English endings
    ["car", "two cars", "cars"],
    ["car", "the car's", "car"],
    ["car", "the cars' owner", "cars"],
    ["box", "boxes", "boxes"],
    ["company", "companies", "companies"],
    ["company", "company’s", "company"],
    ["class", "classes", "classes"],
    ["match", "matches", "matches"],
    ["quiz", "quizzes", "quizzes"],
    ["shelf", "shelves", "shelves"],
    ["analysis", "analyses", "analyses"],
    ["key", "keys", "keys"],
    ["pass", "passs", null],
    ["a", "as", null],
    ["cars", "car", null],
    ["company budget", "company's budget", "company's budget"],
    ["company budget", "company’s  budgets", "company’s  budgets"],
    ["company budget", "companies' budget", "companies' budget"],
    ["company budget", "company is budget", null],
    ["café", "cafés", "cafés"],
    // prefixes
    ["market*", "Marketing plan", "Marketing"],
    ["market*", "a market", "market"],
    ["market*", "supermarket", null],
    ["market* budget", "marketing budgets", "marketing budgets"],
    ["market* budget", "marketing-budget", "marketing-budget"],
    ["market*", "m\u0300arke\u0301ting", "m\u0300arke\u0301ting"],
    ["*", "2 * 3", "*"],
    // scripts without word spaces
    ["機械学習", "我々の機械学習です", "機械学習"],
    ["人工", "人工知能", "人工"],
    ["機械 学習", "機械学習", "機械学習"],
    ["ソフト", "ｿﾌﾄウェア", "ｿﾌﾄ"],
    ["か", "が", null],
    ["ハス", "バス", null],
    ["ガス", "ｶﾞｽ", "ｶﾞｽ"],
    ["บริษัท", "ในบริษัทของเรา", "บริษัท"],
    ["ກຳ", "ໃນກຳໄລ", "ກຳ"],
    ["ក្រុម", "ក្នុងក្រុមហ៊ុន", "ក្រុម"],
    ["ABC", "株式会社ABCの", "ABC"],
    ["견적", "견적을 부탁드립니다", "견적"],
    ["데모", "데몬", null],
    ["CRM", "CRM을 찾고 있습니다", "CRM"],
    ["AI活用", "AI 活用", "AI 活用"],
    ["AI活用", "OpenAI活用", null],
    ["株式", "㍿", "㍿"],
    // symbols
    ["C++", "C++ and C", "C++"],
    ["C++", "c++11", "c++"],
    ["C++", "C", null],
    ["C++", "ABC++", null],
    ["C#", "I know C#, Java", "C#"],
    ["C#", "C", null],
    [".NET", "in .NET core", ".NET"],
    [".NET", "net income", null],
    [".NET", "acme.net", null],
    ["R&D", "our R&D team", "R&D"],
    ["R&D", "R & D", "R & D"],
    ["R&D", "R, D", null],
    ["AT&T", "meet at T. Smith's", null],
    ["research development", "Research & Development", "Research & Development"],
    ["24/7", "24/7 support", "24/7"],
    ["24/7", "24-7", "24-7"],
    ["24/7", "247", null],
    ["$", "costs $500", "$"],
    ["$5", "$ 5", "$ 5"],
    ["€", "5€", "€"],
    ["50%", "50 % off", "50 %"],
    ["50%", "50 off", null],
    ["@acme", "ann@acme.com", "@acme"],
    ["#crm", "#CRM", "#CRM"],
    ["?!", "what?!", "?!"],
    ["Yahoo!", "yahoo", "yahoo"],
    ["node.js", "Node.JS", "Node.JS"],
    // emoji
    ["🚀", "go 🚀🚀", "🚀"],
    ["👍", "👍🏽", "👍🏽"],
    ["❤", "❤️", "❤️"],
    ["👩‍💻", "a 👩‍💻 here", "👩‍💻"],
    ["🚀 launch", "🚀launch", "🚀launch"],
    // nothing to search for
    ["", "anything", null],
    ["\u200b", "\u200b", null],
    ["x", "", null],
  ])("%j in %j is %j", (keyword, text, expected) => {
    expect(found(keyword, text)).toBe(expected);
  });

  test("a lone surrogate matches itself and affects nothing else", () => {
    expect(found("car", "\ud83dcar\ude80")).toBe("car");
    expect(found("\ud83d", "x\ud83dy")).toBe("\ud83d");
    expect(found("\ud83d", "🚀")).toBe(null);
  });
});

test.each<[RuleMode, string, string, string | null]>([
  ["prefix", "market", "Marketing plan", "Marketing"],
  ["prefix", "market*", "Marketing plan", "Marketing"],
  ["prefix", "big data", "big databases", "big databases"],
  ["prefix", "market", "supermarket", null],
  ["phrase", "Big Data", "big-dáta!", "big-dáta"],
  ["phrase", "big data", "big datas", null],
  ["phrase", "car", "two cars", null],
  ["phrase", "car", "the car's", null],
  ["phrase", "car", "the car's, my car", "car"],
  ["phrase", "car", "car sales", "car"],
  ["phrase", "car", "car'so", "car"],
  ["phrase", "car owner", "car's owner", null],
  ["phrase", "men's wear", "Men’s wear", "Men’s wear"],
  ["phrase", "market*", "marketing", null],
])("in mode %s %j in %j is %j", (mode, keyword, text, expected) => {
  expect(found(keyword, text, mode)).toBe(expected);
});

test("a keyword limited to some texts matches in the first of these", () => {
  const matcher = matcherOf(["data", "data science"]);
  const texts = ["data", "data science", "data"];
  expect(matcher.firstOccurrences(texts, (keyword, text) => keyword === 1 || text === 2)).toEqual([
    { keyword: 1, text: 1, start: 0, end: 12 },
    { keyword: 0, text: 2, start: 0, end: 4 },
  ]);
});

test("finds all overlapping keywords", () => {
  const keywords = ["data", "data science", "science", "science team", "data*", "big data science team"];
  const occurrences = matcherOf(keywords).firstOccurrences(["big data science teams"]);
  expect(occurrences.map(({ keyword, start, end }) => `${keywords[keyword]} ${start}-${end}`).toSorted()).toEqual([
    "big data science team 0-22",
    "data 4-8",
    "data science 4-16",
    "data* 4-8",
    "science 9-16",
    "science team 9-22",
  ]);
});

test("a match never spans two texts, and the first text counts", () => {
  const matcher = matcherOf(["data science", "data"]);
  expect(matcher.firstOccurrences(["big data", "science data"])).toEqual([{ keyword: 1, text: 0, start: 4, end: 8 }]);
  expect(matcher.firstOccurrences(["", "data science"])).toHaveLength(2);
});

test("works with more letters than the table has columns", () => {
  const words = Array.from({ length: 3000 }, (_, at) => String.fromCodePoint(0x4e00 + at, 0x4e00 + ((at * 7) % 3000)));
  const spaced = Array.from({ length: 400 }, (_, at) => `ա${String.fromCodePoint(0x1200 + at)}`);
  const keywords = [...words, ...spaced];
  const occurrences = matcherOf(keywords).firstOccurrences([keywords.join("。")]);
  const separate = keywords.filter((keyword) => parseKeyword(keyword).length > 0);
  expect(new Set(occurrences.map(({ keyword }) => keyword)).size).toBe(separate.length);
});

/** A folded character of a text and the UTF-16 span it was folded from. */
interface Folded {
  codePoint: number;
  kind: CharacterKind;
  from: number;
  to: number;
}

function foldText(text: string): Folded[] {
  const folded: Folded[] = [];
  let from = 0;
  for (const character of text) {
    const to = from + character.length;
    for (const codePoint of foldCodePoint(character.codePointAt(0) ?? 0)) {
      folded.push({ codePoint, kind: kindOfFolded(codePoint), from, to });
    }
    from = to;
  }
  return folded;
}

const isWord = (symbol: Folded | undefined): boolean => symbol?.kind === CHARACTER_KIND.word;
const isGap = (symbol: Folded | undefined): boolean => symbol?.kind === CHARACTER_KIND.separator;

/** Every position where a piece that begins at `from` may end, by trying each spelling. */
function endsOfPiece(piece: Piece, text: readonly Folded[], from: number): number[] {
  if (isWord(text[from - 1]) && isWord(text[from])) return [];
  if (piece.codePoints.length > 1 && piece.codePoints[0] === 0x2e && isWord(text[from - 1])) return [];
  return spellingsOf(piece).flatMap((spelling) => {
    if (!spelling.every((codePoint, at) => text[from + at]?.codePoint === codePoint)) return [];
    let end = from + spelling.length;
    if (piece.isPrefix) {
      while (isWord(text[end])) end += 1;
      return [end];
    }
    const goesOn = isWord(text[end - 1]) ? isWord(text[end]) : text[end]?.kind === CHARACTER_KIND.mark;
    return goesOn ? [] : [end];
  });
}

/** Every position where the next piece may begin: after separators, or after 's and at least one separator. */
function afterGap(text: readonly Folded[], from: number, isLiteral: boolean): number[] {
  const starts = [from];
  for (let at = from; isGap(text[at]); at += 1) starts.push(at + 1);
  if (!isLiteral && text[from]?.codePoint === 0x27 && text[from + 1]?.codePoint === 0x73) {
    for (let at = from + 2; isGap(text[at]); at += 1) starts.push(at + 1);
  }
  return starts;
}

function isPossessive(text: readonly Folded[], at: number): boolean {
  return text[at]?.codePoint === 0x27 && text[at + 1]?.codePoint === 0x73 && !isWord(text[at + 2]);
}

function endsOfKeyword(pieces: readonly Piece[], text: readonly Folded[], from: number): number[] {
  const [first, ...rest] = pieces;
  if (first === undefined) return [];
  const ends = endsOfPiece(first, text, from);
  if (rest.length === 0) return first.isLiteral ? ends.filter((end) => !isPossessive(text, end)) : ends;
  // ½ is one character to its reader: no match continues inside it.
  const whole = ends.filter((end) => !isInside(text, end));
  return whole.flatMap((end) =>
    afterGap(text, end, first.isLiteral).flatMap((start) => endsOfKeyword(rest, text, start)),
  );
}

/**
 * The spans of a keyword that end first in a text, "nowhere" when there is none, found by trying every position: too
 * slow for production, too simple to be wrong.
 */
function firstSpansOf(pieces: readonly Piece[], text: string): string[] {
  const folded = foldText(text);
  const spans = folded.flatMap(({ from }, at) =>
    endsOfKeyword(pieces, folded, at).map((end) => {
      // Characters that fold to nothing belong to the one before, as an accent does.
      const to = isInside(folded, end) ? folded[end - 1]?.to : folded[end]?.from;
      return { from, to: to ?? text.length };
    }),
  );
  const first = Math.min(...spans.map(({ to }) => to));
  return spans.length === 0
    ? ["nowhere"]
    : spans.filter(({ to }) => to === first).map(({ from, to }) => `${from}-${to}`);
}

function isInside(text: readonly Folded[], at: number): boolean {
  return text[at] !== undefined && text[at]?.from === text[at - 1]?.from;
}

const letters = [..."abcsxyzioe", ..."éßﬁİıæ", "\u0301", "Σ", "ς", "σ"];
const others = [..." -.'’&#+$*_%@", "\u0000", "\u200b", "\u00ad", "🚀", "👍🏽", "\ud83d", "\ude80", "½", "℡", "™"];
const spaceless = [..."機械学習がか゛ﾞｶ", "\u3099", "\u0e19", "\u0e35", "가", "ᄀ", "क", "ी"];
const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...letters) },
  { weight: 4, arbitrary: fc.constantFrom(...others) },
  { weight: 1, arbitrary: fc.constantFrom(...spaceless) },
);
const phrase = (max: number) => fc.array(character, { maxLength: max }).map((characters) => characters.join(""));
/** A text with some of the keywords, randomly inflected and joined. */
const scene = fc
  .array(fc.oneof(phrase(6), fc.constantFrom("car", "cars", "box", "a b", "a b a", "b's a", "ab*", ".ab", "c++")), {
    minLength: 1,
    maxLength: 8,
  })
  .chain((keywords) =>
    fc.record({
      keywords: fc.constant(keywords),
      text: fc
        .array(
          fc.oneof(
            phrase(5),
            fc.constantFrom(...keywords),
            fc.constantFrom(...keywords).map((keyword) => keyword.toUpperCase()),
            fc.constantFrom("s", "es", "'s ", "' ", " ", "-", "ies"),
          ),
          { maxLength: 12 },
        )
        .map((parts) => parts.join("")),
    }),
  );

test("matches exactly what trying every keyword at every position finds", () => {
  fc.assert(
    fc.property(scene, fc.constantFrom("words", "prefix", "phrase"), ({ keywords, text }, mode) => {
      const occurrences = matcherOf(keywords, mode).firstOccurrences([text]);
      const byKeyword = new Map(occurrences.map((occurrence) => [occurrence.keyword, occurrence]));
      expect(byKeyword.size).toBe(occurrences.length);
      for (const [index, keyword] of keywords.entries()) {
        const occurrence = byKeyword.get(index);
        const where = occurrence === undefined ? "nowhere" : `${occurrence.start}-${occurrence.end}`;
        expect(firstSpansOf(piecesOf(keyword, mode), text)).toContain(where);
      }
    }),
    { numRuns: rounds(450, 3000) },
  );
});

test("reads a text of 100 kB of one word, of marks or of gaps in one pass", () => {
  const keywords = ["a*", "aa*", "aaa*", "a b", "e", "機", "機機"];
  const matcher = matcherOf(keywords);
  const placesIn = (text: string) =>
    matcher.firstOccurrences([text]).map(({ keyword, start, end }) => [keywords[keyword], start, end]);
  expect(placesIn("a".repeat(100_000))).toEqual([
    ["a*", 0, 100_000],
    ["aa*", 0, 100_000],
    ["aaa*", 0, 100_000],
  ]);
  expect(placesIn(`e${"\u0301".repeat(100_000)}`)).toEqual([["e", 0, 100_001]]);
  expect(placesIn(`a${" ".repeat(100_000)}b`)).toContainEqual(["a b", 0, 100_002]);
  expect(placesIn("機".repeat(100_000))).toEqual([
    ["機", 0, 1],
    ["機機", 0, 2],
  ]);
});
