import { describe, expect, test } from "vitest";
import { detectEncoding } from "#server/pipeline/sources/file-import/text-encoding.ts";
import { storedFileOf } from "#test/stored-file.ts";

/** The bytes of a text in a decode-only encoding: each letter is looked up among all of one and two bytes. */
function encode(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const known = new Map<string, number[]>();
  const learn = (bytes: number[]): void => {
    try {
      const letter = decoder.decode(Uint8Array.from(bytes));
      if ([...letter].length === 1 && !known.has(letter)) known.set(letter, bytes);
    } catch {
      // These bytes aren't a letter.
    }
  };
  for (let first = 0; first < 256; first += 1) learn([first]);
  for (let first = 0x81; first < 256; first += 1)
    for (let second = 0x40; second < 256; second += 1) learn([first, second]);
  return Buffer.from(
    [...text].flatMap((letter) => {
      const bytes = known.get(letter);
      if (bytes === undefined) throw new Error(`${encoding} has no ${letter}`);
      return bytes;
    }),
  );
}

const TABLES: readonly (readonly [string, string])[] = [
  ["windows-1252", "Name;Ort\nMüller;Köln\nJosé Núñez;Málaga\nFrançois “Le Grand”;Orléans\n"],
  ["windows-1252", "Nombre;Compañía\nJosé Muñoz;Peña e Hijos\nMaría Pérez;Café Sol\n"],
  ["windows-1250", "Imię;Nazwisko;Uwagi\nŁukasz;Wójcik;Oddzwonić\nPaweł;Ząb;Zapytać o cenę\n"],
  ["windows-1250", "Jméno;Příjmení\nJiří;Dvořák\nKateřina;Šťastná\n"],
  ["windows-1250", "Név;Cég\nSzőke Réka;Tűz Bt.\nKovács Győző;Zöld Út Kft.\n"],
  ["windows-1254", "Adı;Şirket\nÇağrı Öztürk;Işık A.Ş.\nGülşen Yıldız;Güneş\n"],
  ["windows-1257", "Vardas;Įmonė\nŽygimantas Šimkus;Ąžuolas\nEglė Jonaitė;Beržas\n"],
  ["macintosh", "Prénom;Société\nÉric Lefèvre;Crêperie\nZoé Noël;Hôtel\n"],
  ["windows-1251", "Имя,Компания\nИван Петров,Северный ветер\nАнна Смирнова,Ромашка\n"],
  ["koi8-r", "Имя,Компания\nИван Петров,Северный ветер\nАнна Смирнова,Ромашка\nЮрий Цой,Восток\n"],
  [
    "shift_jis",
    "氏名,会社名,備考\n山田太郎,株式会社日本製作所,見積もりをお願いします\n佐藤花子,サンプル商事,デモを希望\n",
  ],
  ["gb18030", "姓名,公司,备注\n王小明,北京科技有限公司,希望了解价格\n李华,上海贸易公司,请联系我们\n"],
  ["big5", "姓名,公司,備註\n陳大文,台灣科技股份有限公司,希望了解價格\n林小姐,高雄貿易公司,請與我們聯絡\n"],
  ["windows-874", "ชื่อ,บริษัท,โทรศัพท์\nสมชาย ใจดี,บริษัท ไทย จำกัด,081-234-5678\n"],
  ["windows-1255", 'שם;חברה\nיוסי כהן;חברת אלפא בע"מ\nרחל לוי;בנק הפועלים\n'],
  ["windows-1256", "الاسم;الشركة\nمحمد علي;شركة النور للتجارة\nفاطمة حسن;مؤسسة الفجر\n"],
  ["iso-8859-7", "Όνομα;Εταιρεία\nΑνδρέας Παπαδόπουλος;Ελληνική Βιομηχανία\nΜαρία Νικολάου;Κρήτη\n"],
  [
    "euc-jp",
    "氏名,会社名,備考\n山田太郎,株式会社日本製作所,見積もりをお願いします\n佐藤花子,サンプル商事,デモを希望\n",
  ],
  ["euc-kr", "이름,회사,메모\n김철수,한국전자 주식회사,견적을 부탁드립니다\n이영희,서울무역,데모 요청\n"],
];

test.each(TABLES)("recognizes %s by its letters, and reads them all", async (encoding, table) => {
  const bytes = encode(table, encoding);
  expect(await detectEncoding(storedFileOf(bytes))).toBe(encoding);
  expect(new TextDecoder(encoding).decode(bytes)).toBe(table);
});

describe("Unicode", () => {
  test.each([
    ["utf-8", Buffer.from("Name\nAnn\n")],
    ["utf-8", Buffer.from("\ufeffName\nAnn\n")],
    ["utf-8", Buffer.from("Name\nMüller, 山田, 😀\n")],
    ["utf-16le", Buffer.from("\ufeffName\nMüller\n", "utf16le")],
    ["utf-16le", Buffer.from("Name\nMüller\n", "utf16le")],
    ["utf-16be", Buffer.from("\ufeffName\nMüller\n", "utf16le").swap16()],
    ["utf-16be", Buffer.from("Name\nMüller\n", "utf16le").swap16()],
    ["utf-16le", Buffer.from("姓名,公司\n王小明,北京科技有限公司\n李华,上海贸易公司\n", "utf16le")],
  ])("%s, with a BOM or without (%#)", async (encoding, bytes) => {
    expect(await detectEncoding(storedFileOf(bytes))).toBe(encoding);
  });

  test.each([1, 2, 3, 4])("a letter may be cut at the end of a chunk (%i)", async (shift) => {
    const bytes = Buffer.from(`${"x".repeat(262_144 - shift)}😀${"ü".repeat(200_000)}`);
    expect(await detectEncoding(storedFileOf(bytes))).toBe("utf-8");
  });
});

test("reads further where the beginning is plain ASCII", async () => {
  const late = Buffer.concat([Buffer.from("Name\n".repeat(100_000)), Buffer.from("Müller;Köln;Weiß\n", "latin1")]);
  expect(await detectEncoding(storedFileOf(late))).toBe("windows-1252");
});

test("scattered zeros don't make UTF-16", async () => {
  expect(await detectEncoding(storedFileOf("Name\nA\0\0n\0\0n\0\n\nBo\0\n"))).toBe("utf-8");
  expect(await detectEncoding(storedFileOf("Name,Email\nA\0nn,ann@acme.example\nB\0o,bo@berg.example\n"))).toBe(
    "utf-8",
  );
});
