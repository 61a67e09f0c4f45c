export type Rendered = { kind: "rendered"; html: string } | { kind: "failed"; note: string };

/** Messages to the browser process. */
export type ToBrowser =
  | {
      kind: "render";
      id: number;
      executable: string;
      isSandboxed: boolean;
      url: string;
      html: string;
      userAgent: string;
    }
  | { kind: "fetched"; id: number; answer: PageAnswer | null };

/** Messages from the browser process; `page` is the id of the rendering that needs a fetch. */
export type FromBrowser =
  | { kind: "done"; id: number; rendered: Rendered }
  | { kind: "fetch"; id: number; page: number; wanted: BrowserRequest };

/** A request made by a page's scripts. */
export interface BrowserRequest {
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
