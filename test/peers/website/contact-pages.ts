import type { PeerSite } from "#test/peers/website/website-peer.ts";

const GIVEN = ["Ada", "Bruno", "Clara", "Dmitri", "Elena", "Farid", "Greta", "Hiro", "Ines", "Jonas", "Kira", "Luis"];
const FAMILY = ["Abel", "Brandt", "Costa", "Duarte", "Ekman", "Fischer", "Gomez", "Hansen", "Ito", "Jensen", "Kovac"];
const ROLES = ["Sales Manager", "Head of Purchasing", "Managing Director", "Account Executive", "Chief Engineer"];
const WORDS =
  "the valve of each pump is checked before delivery and a report goes with every order so that buyers know what they have been given when it leaves our works for theirs".split(
    " ",
  );
const LINKS_A_PAGE = 10;
const PEOPLE_A_PAGE = 5;

/** The five people on a page of the site, always the same. */
function peopleOf(page: number): { name: string; role: string; email: string; phone: string }[] {
  return Array.from({ length: PEOPLE_A_PAGE }, (_none, index) => {
    const number = page * PEOPLE_A_PAGE + index;
    const given = GIVEN[number % GIVEN.length] ?? "";
    const family = FAMILY[Math.floor(number / GIVEN.length) % FAMILY.length] ?? "";
    return {
      name: `${given} ${family}`,
      role: ROLES[number % ROLES.length] ?? "",
      email: `${given}.${family}.${number}@works.example`.toLowerCase(),
      phone: `+44 20 7946 ${String(number % 10_000).padStart(4, "0")}`,
    };
  });
}

/**
 * A site with this many pages of five contacts each, 13.7 KiB on average with varying lengths; every page can be
 * reached from the front page. Always the same.
 */
export function contactPages(count: number): PeerSite {
  const site: PeerSite = {};
  for (let page = 0; page < count; page += 1) site[page === 0 ? "/" : `/page/${page}`] = contactPage(page, count);
  return site;
}

function contactPage(page: number, count: number): string {
  const people = peopleOf(page).map(
    ({ name, role, email, phone }) =>
      `<div class="person"><img src="/portraits/${page}.jpg" alt=""><h3>${name}</h3><p class="role">${role}</p>` +
      `<p>E-mail: <a href="mailto:${email}">${email}</a></p><p>Phone: <a href="tel:${phone.replaceAll(" ", "")}">${phone}</a></p></div>`,
  );
  const links = Array.from({ length: LINKS_A_PAGE }, (_none, index) => page * LINKS_A_PAGE + index + 1)
    .filter((number) => number < count)
    .map((number) => `<li><a href="/page/${number}">Department ${number}</a></li>`);
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Department ${page}</title><link rel="stylesheet" href="/style.css"></head><body><header><a href="/">Works Ltd</a></header><main><h1>Department ${page}</h1>`;
  const tail = `<h2>People</h2>${people.join("\n")}<nav><ul>${links.join("")}</ul></nav></main><footer>Works Ltd, 1 Mill Lane, Leeds</footer></body></html>`;
  // From 8.6 to 18.6 KiB, evenly distributed.
  const length = Math.round(1_024 * (8.55 + (10 * ((page * 7) % 101)) / 100)) - head.length - tail.length;
  return head + filler(page, length) + tail;
}

function filler(seed: number, length: number): string {
  const paragraphs: string[] = [];
  let made = 0;
  for (let number = 0; made < length; number += 1) {
    const words = Array.from({ length: 60 }, (_none, index) => WORDS[(seed + number * 13 + index * 7) % WORDS.length]);
    const paragraph = `<p class="text">${words.join(" ")}.</p>\n`;
    paragraphs.push(paragraph);
    made += paragraph.length;
  }
  return paragraphs.join("");
}
