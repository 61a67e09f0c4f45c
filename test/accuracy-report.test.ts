import { expect, test } from "vitest";
import { tableOf, withFigures } from "../training/report.ts";
import { figuresIn, LINES } from "../training/scorer-lines.ts";

test.each<[line: keyof typeof LINES, printed: string, figures: Record<string, string>]>([
  [
    "mail",
    "not English        n=  11 isLead P=0.500 R=0.250 F1=0.333 | >=50 P=0.600 R=0.750 F1=0.667 | >=70 P=0.500 R=0.250 F1=0.333 | AUC=0.812 review=0.182 false alarms=0.100 calibration error=0.241",
    {
      slice: "not English",
      n: "11",
      f1: "0.333",
      f1At50: "0.667",
      f1At70: "0.333",
      auc: "0.812",
      review: "0.182",
      falseAlarms: "0.100",
      calibrationError: "0.241",
    },
  ],
  [
    "ordinary",
    "archive/easy                 100    4 =  4.1%    9 =  9.2%    4 =  4.1%       2    0.05",
    {
      folder: "archive/easy",
      n: "100",
      lead: "4",
      leadPercent: "4.1",
      from50: "9",
      from50Percent: "9.2",
      from70: "4",
      from70Percent: "4.1",
      errors: "2",
      seconds: "0.05",
    },
  ],
  [
    "signatureField",
    "phone    right 17/19 = 0.895   wrong 1   empty 1   extra 0/4",
    { field: "phone", right: "17", rightOf: "19", share: "0.895", wrong: "1", empty: "1", extra: "0", extraOf: "4" },
  ],
  [
    "signaturePhones",
    "fax given as phone 1/8   somebody else's phone given 0/3   errors 0 []",
    { fax: "1", faxOf: "8", other: "0", otherOf: "3" },
  ],
  [
    "sites",
    "biz-* (other starts)   FULL RECORD 0.500 e-mail recall 0.750 (3/4) lead precision 0.600 (3/5, dup 1, webmaster/third-party 2) name - phone 0.667 company 0.333 fax-as-phone 1",
    {
      sites: "biz-* (other starts)",
      full: "0.500",
      recall: "0.750",
      found: "3",
      foundOf: "4",
      precision: "0.600",
      right: "3",
      rightOf: "5",
      duplicates: "1",
      forbidden: "2",
      name: "-",
      phone: "0.667",
      company: "0.333",
      fax: "1",
    },
  ],
  [
    "pageLeads",
    "leads 5: with name 4/5 = 80.0%, e-mail 5/5 = 100.0%, phone 2/5 = 40.0%, company -, title 0/5 = 0.0%, role address 1",
    {
      leads: "5",
      name: "4/5 = 80.0%",
      email: "5/5 = 100.0%",
      phone: "2/5 = 40.0%",
      company: "-",
      title: "0/5 = 0.0%",
      role: "1",
    },
  ],
])("reads the figures of a %s line", (line, printed, figures) => {
  expect(figuresIn(["a line before it", printed, "errors: 0 []"], LINES[line])).toEqual([figures]);
});

test("rejects a scorer that prints something else", () => {
  expect(() => figuresIn(["Traceback (most recent call last):"], LINES.mail)).toThrow("Traceback");
});

test("left-aligns labels and right-aligns figures", () => {
  expect(
    tableOf(
      ["set", "F1"],
      [
        ["examples", "0.9"],
        ["all", "0.875"],
      ],
    ),
  ).toBe("set          F1\nexamples    0.9\nall       0.875");
});

test("replaces the figures of one part of a page and keeps the rest", () => {
  const page = "# Title\n\n<!-- mail -->\n\nold\n\n<!-- end of mail -->\n\nText.\n";
  const replaced = withFigures(page, "mail", "n  F1", "Measured today.");
  expect(replaced).toBe(
    "# Title\n\n<!-- mail -->\n\nMeasured today.\n\n```text\nn  F1\n```\n\n<!-- end of mail -->\n\nText.\n",
  );
  expect(withFigures(replaced, "mail", "n  F1", "Measured today.")).toBe(replaced);
  expect(() => withFigures(page, "sites", "", "")).toThrow("sites");
});
