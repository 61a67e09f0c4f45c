import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChatReply } from "#shared/contract/chat.ts";
import type { TestWinnow } from "#test/harness.ts";
import { openAssistantWorld, takeInPerson } from "#test/http/assistant-world.ts";

let winnow: TestWinnow;
beforeAll(async () => {
  winnow = await openAssistantWorld("sqlite");
});
afterAll(() => winnow.close());

/** The reply to the last of several questions. */
async function converse(questions: readonly string[]): Promise<ChatReply> {
  const history: { text: string; isUser: boolean }[] = [];
  let reply: ChatReply | undefined;
  for (const message of questions) {
    reply = await winnow.ok("POST /api/chat", { body: { message, history } });
    history.push({ text: message, isUser: true }, { text: reply.reply, isUser: false });
  }
  return reply!;
}
const labels = async (questions: readonly string[]): Promise<string[]> =>
  ((await converse(questions)).actions ?? []).map(({ label }) => label);

describe("a button says exactly what it does", () => {
  test.each([
    [["turn on company facts"], ["Turn on “Company facts”"]],
    [["dont sync automatically anymore"], ["Turn off “Auto-sync”"]],
    [["scrape the rossi site"], ["Scrape “Rossi Foods site” now"]],
    [["sync failed why", "try again"], ["Sync leads now"]],
    [["reject the lead from initech", "ok do it"], []],
    [["reject the lead from novak logistics"], ["Reject Eva Novak"]],
    [["rejette le lead de chez umbrella"], ["Rejeter Jon Smith"]],
    [["what's the threshold", "what if i put it at 50", "ok do it"], ["Set the threshold to 50"]],
    [
      ["who gets the report", "make it every monday 8am"],
      ["Send it weekly, on Monday", "Send it at 8:00"],
    ],
    [["make a rule for discount, 20 points"], ["Create the rule “discount” with 20 points"]],
    [["make a rule for discount, 20 points", "make it 30 points"], ["Create the rule “discount” with 30 points"]],
    [["neue regel: rabatt, messe 15 punkte"], ["Regel „rabatt“ mit 15 Punkten anlegen"]],
    [["set the hurry rule to 20 points", "and add the keyword asap"], ["Add “asap” to “Hurry”"]],
    [["turn off the hurry rule", "turn it back on"], ["Turn on “Hurry”"]],
    [["double the points of hurry"], ["Set “Hurry” to 20 points"]],
    [["pending leads from websites", "reject all"], ["Reject Carla Rossi"]],
    [["rejected leads", "bring the first one back"], ["Qualify Grace Kim"]],
    [["top 3 leads", "export"], ["Export 3 leads with a score of 60 or more"]],
    [["leads above 20 without the approved ones", "export"], ["Export 5 leads with a score of 21 or more"]],
    [
      ["qualified leads", "move them all to tomorrow"],
      [
        "Hans Müller: Set the next step for June 18, 2026",
        "Frank Lee: Set the next step for June 18, 2026",
        "Ann Lee: Set the next step for June 18, 2026",
      ],
    ],
    [["show the newest leads", "approve the first"], ["Approve Eva Novak"]],
    [["cuales son los mejores 3 leads", "aprueba el segundo"], ["Aprobar a Frank Lee"]],
    [["qui est le meilleur prospect", "rejette le"], ["Rejeter Hans Müller"]],
    [["undo the rejection of grace kim"], ["Undo “Grace Kim rejected”"]],
    [["i accidentally rejected grace kim, help"], ["Undo “Grace Kim rejected”"]],
    [["i rejected grace kim by mistake"], ["Undo “Grace Kim rejected”"]],
    [["undo that last rejection"], ["Undo “Grace Kim rejected”"]],
    [["undo my last merge"], []],
    [["i accidentally rejected eva novak"], []],
    [["what would change if the hurry rule gave 25 points", "ok apply"], ["Set “Hurry” to 25 points"]],
    [["le seuil actuel", "passe le a 35"], ["Fixer le seuil à 35"]],
    [["can i get a csv of rejected leads"], ["Export 1 rejected lead"]],
    [["arrete la synchro automatique"], ["Désactiver « Auto-sync »"]],
    [["alle leads von umbrella löschen"], ["Jon Smith löschen"]],
    [["remind me in 999999 days to call ann lee"], []],
    [["show the newest leads", "the last one is a competitor, reject it"], ["Reject Ann Lee"]],
    [["qualified leads", "reject the first one", "the others can be approved"], ["Approve 2 qualified leads"]],
    [["qualified leads", "sort by score", "drop those below 75", "approve them"], ["Approve 2 qualified leads"]],
    [["which rules bring the most points", "give it 5 points more"], ["Set “Intent” to 20 points"]],
    [
      ["whats the threshold", "what if i put it at 50", "how many would we lose", "ok set it"],
      ["Set the threshold to 50"],
    ],
    [["approve all qualified leads and tag them hot"], ["Approve 3 qualified leads", "Tag 3 qualified leads “hot”"]],
    [["increase the hurry rule by 5"], ["Set “Hurry” to 15 points"]],
    [
      ["turn all rules off"],
      ["Turn off “Has the money”", "Turn off “Intent”", "Turn off “Decides”", "Turn off “Hurry”"],
    ],
    [["stop scraping that website"], ["Turn off “Rossi Foods site”"]],
    [["mail the qualified leads to my boss"], ["Export 3 qualified leads"]],
  ])("%j", async (questions, expected) => {
    expect(await labels(questions)).toEqual(expected);
  });
});

test.each([
  [["make a rule for discount", "add rebate and coupon too"], /“discount”, “rebate”, “coupon”/u],
  [["remind me in 999999 days to call ann lee"], /at most 999 days/u],
  [["anything from northwind?"], /1 lead .*“northwind”:\n• Dan Brown, Northwind: score 60, approved/u],
  [["whats the number of leads right now", "and yesterday?"], /1 lead that arrived yesterday/u],
  [["pending leads", "only with a phone number"], /pending leads with a phone number/u],
  [["top 3 leads", "why is the second one so good"], /^Frank Lee has a score of/u],
  [["show the oldest leads", "phone number of the fourth one"], /^I don't have a phone number for Jon Smith/u],
  [["reject the lead from novak logistics", "no never mind"], /^OK\. Nothing was changed/u],
  [["hi", "you are wrong"], /^Sorry/u],
  [["i accidentally rejected eva novak"], /^Eva Novak is pending.* no decision that you can undo/u],
  [["is there an iphone app"], /^There's no app to install/u],
  [["smtp authentication failed"], /app password/u],
  [["can i limit what my team sees"], /^Under Team, Lead access, an owner can limit/u],
  [["how do I limit members to their own leads"], /Lead access/u],
  [["comment connecter gmail"], /^Ouvrez Gmail Integration/u],
  [
    ["the lead from initech", "add a note: prefers mails in german"],
    /^A comment on Grace Kim: “prefers mails in german”/u,
  ],
  [["montre les prospects refusés"], /1 prospect rejeté/u],
  [["leads rechazados con puntuacion alta"], /ningún lead rechazado con una puntuación/u],
  [["how many leads per sync"], /A sync reads at most/u],
  [["what time do leads come in"], /by the time of day they came in/u],
  [["anything from northwind?", "status"], /^Dan Brown .*approved/u],
  [["how many leads came in this week", "and the week before"], /2 leads that arrived from June 8 to June 14/u],
  [["what day do most leads come in"], /12 leads by the weekday they came in:\n• (?:Wednesday|Tuesday): 4/u],
  [["compare email and websites"], /^Qualified or approved: .*no difference\.\n.*\n.*average score 37\.5/u],
  [["leads from germany", "only the ones from berlin"], /no leads matching “berlin”/u],
  [["who scores higher, ann lee or dan brown?"], /^Dan Brown \(60\) scores higher than Ann Lee \(45\)\./u],
  [["warum hat Hans Müller mehr Punkte als Ann Lee?"], /^Hans Müller \(100\) hat mehr Punkte als Ann Lee \(45\)\./u],
  [["qui a le meilleur score, Ann Lee ou Dan Brown ?"], /^Dan Brown \(60\) a un meilleur score que Ann Lee/u],
  [["compara a Ann Lee con Dan Brown"], /^Dan Brown \(60\) tiene más puntos que Ann Lee/u],
  [
    ["tell me about Dan Brown", "why is he above Ann Lee?"],
    /^Dan Brown \(60\) scores higher(?:.|\n)*Ann Lee has a score of 45/u,
  ],
  [["how do i change the password of our mailbox?"], /^Under Gmail Integration.*new password/u],
  [["comment changer le mot de passe de la boîte mail ?"], /^Dans Gmail Integration/u],
  [["Wie ändere ich die Stichwörter einer Regel?"], /^Unter Rules & Keywords/u],
  [["¿dónde cambio el rango de la hoja?"], /^En Data Sources elija Edit/u],
  [["wie ändere ich den smtp-server?"], /^Unter Email Settings/u],
  [["zeppelins"], /no leads matching “zeppelins”/u],
  [["boat"], /1 lead matching “boat”:\n• Jon Smith, Stark/u],
  [["everyone tagged gold"], /^There's no tag “gold”\./u],
  [["can you call ann lee for me"], /can't write to leads or call them.*\+442079460002/u],
  [["leads with no acitvity for 30 days"], /leads, excluding leads changed since/u],
  [["scrape our page https://northwind.example/partners"], /northwind\.example\/partners isn't a scrape target yet/u],
  [["leads dont show up in our crm"], /^No webhook, chat or CRM is connected/u],
  [["a lead is missing, i cant find him"], /^Tell me the name, company or email address/u],
  [["everything has score 0"], /^A score is 0 if no active rule matches/u],
  [["delete everything"], /no button that deletes everything/u],
  [["what happens if i delete a rule"], /lose its points at once/u],
  [["are you a real person"], /^I'm a program\./u],
  [["can i upload a csv", "what about duplicates"], /same email or phone number are one lead/u],
  [
    ["give me a summary for the team meeting"],
    /came in this week(?:.|\n)*by status:(?:.|\n)*by source(?:.|\n)*highest score/u,
  ],
  [["give me a summary for the team meeting", "shorter"], /^.*came in this week[^\n]*$/u],
])("%j", async (questions, says) => {
  expect((await converse(questions)).reply).toMatch(says);
});

describe("a first name", () => {
  test("is no part of another word, and asked about where it only begins one", async () => {
    expect((await converse(["why is Ann at 45?"])).reply).toMatch(/^Ann Lee/u);
    expect((await converse(["who is Han?"])).reply).toMatch(/Did you mean one of these\?\n• Hans Müller/u);
    expect((await converse(["who is Rank?"])).reply).not.toContain("Frank Lee has");
  });
});

test("two sources are compared as a whole, not by their last two weeks", async () => {
  const world = await openAssistantWorld("sqlite");
  const then = { ...world.workspace, clock: () => new Date(2026, 4, 2, 9) };
  await takeInPerson(then, "google_sheets", "Mia Wong", {}, "Old contacts");
  const message = "compare the old contacts sheet with the expo one";
  expect((await world.ok("POST /api/chat", { body: { message, history: [] } })).reply).toContain(
    "1 lead from Google Sheets (“Old contacts”) by source",
  );
  await world.close();
});
