import type { FurtherContact } from "#server/sources/website/extract/page-reading.ts";

/** Something of a record, found in the lines of a page. Offsets are UTF-16 units into the line's text. */
export interface Mark {
  kind: "name" | "title" | "company" | "email" | "phone" | "fax" | "address";
  value: string;
  line: number;
  start: number;
  end: number;
  method: "markup" | "text";
  /** What a number or address is called where it is not simply the phone or the e-mail. */
  label?: FurtherContact["label"];
  /** Of an e-mail: it is an office's, not a person's. Of a company: taken from a heading without a legal form. */
  isWeak?: boolean;
}
