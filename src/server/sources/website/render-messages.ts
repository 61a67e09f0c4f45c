export type Rendered = { kind: "rendered"; html: string } | { kind: "failed"; note: string };

/** What the process with the browser is asked and told. */
export type ToBrowser =
  | { kind: "render"; id: number; executable: string; url: string; html: string; userAgent: string }
  | { kind: "fetched"; id: number; answer: PageAnswer | null };

/** What it tells and asks: `page` is the id of the rendering that wants something fetched. */
export type FromBrowser =
  | { kind: "done"; id: number; rendered: Rendered }
  | { kind: "fetch"; id: number; page: number; wanted: PageWish };

/** What a page's scripts ask for. */
export interface PageWish {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

export interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}
