import { gzipSync } from "node:zlib";
import type { PeerAnswer, PeerPage, PeerRequest, PeerSite } from "#test/peers/website/website-peer.ts";

/** An HTML page with this body. */
export function html(body: string, head = ""): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Acme</title>${head}</head><body>${body}</body></html>`;
}

/** A person as a page presents one. */
export function card(name: string, title: string, email: string, phone = ""): string {
  const call = phone === "" ? "" : `<p><a href="tel:${phone.replaceAll(" ", "")}">${phone}</a></p>`;
  return `<div class="card"><h3>${name}</h3><p>${title}</p><p><a href="mailto:${email}">${email}</a></p>${call}</div>`;
}

export function redirectTo(location: string, status = 302): PeerAnswer {
  return { status, headers: { location } };
}

/** A few kilobytes that unpack to `megabytes`. */
export function gzipBomb(megabytes: number): PeerAnswer {
  return { headers: { "content-encoding": "gzip" }, body: gzipSync(Buffer.alloc(megabytes * 1_000_000, "a")) };
}

/** Begins a response and then sends a byte at a time until the reader hangs up. */
export function slowDrip(): PeerAnswer {
  return { body: drops() };
}

async function* drops(): AsyncGenerator<string> {
  yield "<html><body>";
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    yield " ";
  }
}

/** Responds with `failure` the first `times`, then with the page. */
export function failing(times: number, failure: PeerAnswer, page: string): PeerPage {
  return ({ before }: PeerRequest) => (before < times ? failure : page);
}

/** A page with a modification date, and 304 for conditional requests. */
export function conditional(body: () => string): PeerPage {
  return ({ headers }) => {
    const etag = `"${Buffer.from(body()).toString("base64").length}-${body().length}"`;
    if (headers["if-none-match"] === etag) return { status: 304, headers: { etag } };
    return { headers: { etag, "last-modified": "Fri, 20 Nov 2026 08:00:00 GMT" }, body: body() };
  };
}

/** A calendar whose every month links to the next one. */
export function endlessCalendar(): PeerPage {
  return ({ path }) => {
    const month = Number(new URLSearchParams(path.split("?")[1]).get("month") ?? "1");
    return html(`<p>Nothing in month ${month}.</p><a href="/calendar?month=${month + 1}&year=2027">Next month</a>`);
  };
}

/** A folder in which every page links deeper, and every path works. */
export function endlessFolders(): PeerPage {
  return ({ path }) => html(`<p>You are in ${path}.</p><a href="${path.replace(/\/$/u, "")}/more/">More</a>`);
}

/** A page that is empty until its script has fetched the staff as JSON. */
export function scriptOnly(): PeerSite {
  const script = `fetch("/api/staff.json").then((answer) => answer.json()).then((staff) => {
    document.getElementById("root").innerHTML = staff.map(({ name, title, email }) =>
      "<div class=card><h3>" + name + "</h3><p>" + title + "</p><p><a href='mailto:" + email + "'>" + email + "</a></p></div>").join("");
  });`;
  return {
    "/app": html(`<div id="root"></div><script src="/app.js"></script>`),
    "/app.js": { headers: { "content-type": "text/javascript" }, body: script },
    "/api/staff.json": {
      headers: { "content-type": "application/json" },
      body: JSON.stringify([
        { name: "Nora Lind", title: "Head of Purchasing", email: "nora.lind@acme.example" },
        { name: "Omar Haddad", title: "Sales Director", email: "omar.haddad@acme.example" },
      ]),
    },
  };
}

/** A directory of three pages with two companies each, linked by words and by number. */
export function directory(): PeerSite {
  const companies = ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir"];
  const entry = (name: string, index: number): string =>
    `<li class="entry"><h2>${name} Works Ltd</h2><p>Tel. <a href="tel:+4420794600${10 + index}">+44 20 7946 00${10 + index}</a></p>` +
    `<p><a href="mailto:office@${name.toLowerCase()}.example">office@${name.toLowerCase()}.example</a></p><a href="/firm/${index}">Profile</a></li>`;
  const listing = (page: number): string => {
    const first = (page - 1) * 2;
    const entries = companies.slice(first, first + 2).map((name, at) => entry(name, first + at));
    const next = page < 3 ? `<a rel="next" href="/firms?page=${page + 1}">Next ›</a>` : "";
    return html(`<h1>Firms of the valley</h1><ul>${entries.join("")}</ul><nav>${next}</nav>`);
  };
  return {
    "/firms": ({ path }) => listing(Number(new URLSearchParams(path.split("?")[1]).get("page") ?? "1")),
    ...Object.fromEntries(
      companies.map((name, index) => [`/firm/${index}`, html(`<h1>${name} Works Ltd</h1><p>Founded long ago.</p>`)]),
    ),
  };
}
