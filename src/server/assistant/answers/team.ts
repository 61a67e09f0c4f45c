import { leadTitle } from "#shared/lead-title.ts";
import { counted } from "#shared/counted.ts";
import { type Permission, type Role, ROLES, roleMay, roleWords } from "#shared/roles.ts";
import {
  cardOf,
  fromData,
  leadLink,
  leadsLink,
  sentences,
  type Answering,
  type Asking,
} from "#server/assistant/answers/answer.ts";
import { allOf, MOST_READ, newestOnly } from "#server/assistant/answers/select-leads.ts";
import { accountsNamed } from "#server/assistant/answers/words-left.ts";
import { aboutLead } from "#server/assistant/answers/find-lead.ts";
import { plainWord } from "#server/assistant/understanding/words.ts";
import { day, isInSpan } from "#server/assistant/understanding/time-span.ts";
import { atMost, listed, momentWords, numberWords } from "#server/assistant/words/moment.ts";
import { capital, shortened } from "#server/assistant/words/say.ts";
import type { Store } from "#server/db/store.ts";
import { acting } from "#server/platform/acting.ts";

const SHOWN = 8;
/** Comments looked through for those of someone. */
const COMMENTS_READ = 200;
const MOST_COUNTED = 20;
/** Days that mentions are looked up for. */
const MENTIONED_DAYS = 30;

const NEVER = /\b(?:never|not|no|without|nobody)\b(?!.*\b(?:answer|repl|respon)\w*)/u;

/** "Who hasn't answered our follow-up?", "who never got one?" */
export const followUps: Answering = async (asking) => {
  const { store, now, meaning, say, language } = asking;
  const isNever = NEVER.test(meaning.wording.text);
  const rows = await allOf(store, {});
  const only = newestOnly(rows, MOST_READ, asking);
  const incomplete = rows.filter(
    ({ missingInfo, status }) => missingInfo.length > 0 && (!isNever || status !== "rejected"),
  );
  const found = incomplete.filter(({ lastFollowUp }) => (lastFollowUp === null) === isNever);
  const n = numberWords(found.length, language);
  if (found.length === 0) {
    const none = isNever
      ? say(
          "Every lead with missing details was asked for them.",
          "Alle Leads mit fehlenden Angaben wurden schon gefragt.",
          "Tous les prospects incomplets ont déjà été relancés.",
          "A todos los leads con datos pendientes ya se les preguntó.",
        )
      : say(
          "No follow-ups are waiting for an answer.",
          "Keine Nachfrage wartet auf Antwort.",
          "Aucune relance n'attend de réponse.",
          "Ninguna consulta espera respuesta.",
        );
    return fromData(sentences(none, only), [leadsLink("All leads", {})], ["How do follow-ups work?"]);
  }
  const one = found.length === 1;
  const head = isNever
    ? say(
        `${n} ${one ? "lead has" : "leads have"} missing details and never got a follow-up:`,
        `${n} Leads mit fehlenden Angaben wurden noch nie gefragt:`,
        `${n} prospects incomplets n'ont jamais été relancés :`,
        `A ${n} leads con datos pendientes nunca se les preguntó:`,
      )
    : say(
        `${n} ${one ? "lead was" : "leads were"} sent a follow-up and still ${one ? "has" : "have"} missing details:`,
        `${n} Leads wurden gefragt, und es fehlen noch Angaben:`,
        `${n} prospects ont été relancés et restent incomplets :`,
        `A ${n} leads se les preguntó y aún faltan datos:`,
      );
  const shown = found.slice(0, SHOWN);
  return {
    ...fromData(
      [
        sentences(only, head),
        ...shown.map((lead) =>
          lead.lastFollowUp === null
            ? `• ${leadTitle(lead)}`
            : `• ${leadTitle(lead)}, ${momentWords(lead.lastFollowUp, now, language)}`,
        ),
      ],
      shown.map((lead) => leadLink(lead.id, leadTitle(lead))),
    ),
    leads: shown.map(cardOf),
  };
};

/** "What did Ben say about Ann Lee?", "comments on Ann Lee" */
export const leadComments: Answering = async (asking) => {
  const { meaning } = asking;
  const [said = "", about = ""] = meaning.wording.question.split(/\b(?:about|on)\b/iu);
  const authors = await authorsNamed(asking, said);
  const isAuthor = authors.some((author) => plainWord(author) === plainWord(meaning.who ?? ""));
  const who = isAuthor ? about.replace(/[?!.]+\s*$/u, "").trim() : meaning.who;
  return aboutLead(async (lead, { store, now, say, language }) => {
    const all = (await store.comments.ofLead(lead.id)).toReversed();
    const found = authors.length === 0 ? all : all.filter(({ author }) => authors.includes(author));
    const link = leadLink(lead.id, lead.name);
    const names = authors.join(say(" or ", " oder ", " ou ", " o "));
    const by = names === "" ? "" : say(` by ${names}`, ` von ${names}`, ` de ${names}`, ` de ${names}`);
    const { text: asked } = meaning.wording;
    const notes =
      /\bnotes?\b/u.test(asked) && lead.notes !== "" ? `Notes about ${lead.name}:\n${shortened(lead.notes)}` : "";
    if (found.length === 0)
      return fromData(
        [
          say(
            `There are no comments${by} on ${lead.name}.`,
            `Zu ${lead.name} gibt es keine Kommentare${by}.`,
            `Il n'y a pas de commentaire${by} sur ${lead.name}.`,
            `No hay comentarios${by} sobre ${lead.name}.`,
          ),
          notes,
        ]
          .filter(Boolean)
          .join("\n\n"),
        [link],
      );
    const isLast = /\b(?:last|latest|newest|most recent) (?:note|comment)\b/u.test(asked);
    return fromData(
      [
        isLast
          ? `The latest of ${counted(found.length, "comment")}${by} on ${lead.name}:`
          : say(
              `${counted(found.length, "comment")}${by} on ${lead.name}, latest first:`,
              `Kommentare${by} zu ${lead.name} (${found.length}), Neuestes zuerst:`,
              `Commentaires${by} sur ${lead.name} (${found.length}), le dernier d'abord :`,
              `Comentarios${by} sobre ${lead.name} (${found.length}), primero el último:`,
            ),
        ...found
          .slice(0, isLast ? 1 : SHOWN)
          .map(
            ({ author, text, createdAt }) =>
              `• ${author}, ${momentWords(createdAt, now, language)}: ${shortened(text)}`,
          ),
      ],
      [link],
    );
  })({ ...asking, meaning: { ...meaning, ...(who !== undefined && { who }) } });
};

/** "Latest comments", "which leads did I comment on?" */
export const latestComments: Answering = async (asking) => {
  const { store, now } = asking;
  const authors = await authorsNamed(asking, asking.meaning.wording.question);
  const latest = await store.comments.latest(COMMENTS_READ);
  const { span } = asking.meaning.leads;
  const found = latest
    .filter(
      ({ author, createdAt }) =>
        (authors.length === 0 || authors.includes(author)) && (span === null || isInSpan(createdAt, span)),
    )
    .slice(0, SHOWN);
  const by = authors.length === 0 ? "" : ` by ${authors.join(" or ")}`;
  if (found.length === 0) return fromData(`There are no recent comments${by}.`, [], ["How do I comment on a lead?"]);
  return ofComments(`The latest comments${by}:`, found, now);
};

function ofComments(
  head: string,
  comments: Awaited<ReturnType<Store["comments"]["latest"]>>,
  now: Date,
): ReturnType<typeof fromData> {
  const lines = comments.map(
    ({ author, lead, text, createdAt }) =>
      `• ${author} on ${leadTitle(lead)}, ${momentWords(createdAt, now)}: ${shortened(text)}`,
  );
  return fromData(
    [head, ...lines],
    comments.map(({ lead }) => leadLink(lead.id, leadTitle(lead))),
  );
}

/** The usernames in a text, and the person's own for "I". */
async function authorsNamed({ store }: Asking, text: string): Promise<string[]> {
  const accounts = await store.accounts.list();
  const named = accountsNamed(accounts, text);
  const isMe = /\b(?:i|my|me)\b/iu.test(text) && !/\b(?:show|give|tell|read|list|get|find|send) me\b/iu.test(text);
  const own = isMe ? accounts.filter(({ id }) => id === acting().userId) : [];
  return [...new Set([...named, ...own].map(({ username }) => username))];
}

const TEAM = { label: "Team", href: "/team" };

/** "Who has admin rights?", "who is on the team?": roles are shown only to owners, as under Team. */
export const accounts: Answering = async (asking) => {
  const { store, meaning, allows, say, language } = asking;
  const all = (await store.accounts.list()).filter(({ isActive }) => isActive);
  if (all.length === 0)
    return fromData(
      say(
        "Nobody has an account yet.",
        "Noch hat niemand ein Konto.",
        "Personne n'a encore de compte.",
        "Nadie tiene cuenta todavía.",
      ),
      [{ label: "Account", href: "/account" }],
    );
  const n = numberWords(all.length, language);
  const head = say(
    `Your team has ${n} active ${all.length === 1 ? "account" : "accounts"}`,
    `Ihr Team hat ${n} aktive Konten`,
    `L'équipe a ${n} comptes actifs`,
    `El equipo tiene ${n} cuentas activas`,
  );
  if (!allows("accounts")) {
    if (/\b(?:rights?|roles?|admin\w*|owners?)\b/u.test(meaning.wording.text))
      return { ...fromData("Only owners see who has which role, under Team.", [TEAM]), from: "none" };
    const names = atMost(
      all.map(({ username }) => username),
      MOST_COUNTED,
      say,
    );
    return fromData(`${head}: ${listed(names, language)}.`, [TEAM]);
  }
  const may = say("owners can do everything", "Owner dürfen alles", "un owner peut tout faire", "un owner puede todo");
  return fromData([`${head} (${may}):`, ...rolesOf(all, asking)], [TEAM], ["What can a member do?"]);
};

function rolesOf(
  all: readonly { role: Role; username: string }[],
  { say, language }: Pick<Asking, "say" | "language">,
  roles: readonly Role[] = ROLES,
): string[] {
  return roles.flatMap((role) => {
    const names = all.filter((one) => one.role === role).map(({ username }) => username);
    return names.length === 0 ? [] : [`• ${role}: ${listed(atMost(names, MOST_COUNTED, say), language)}`];
  });
}

/** What an action needs; leads, rules and everything else that the team works with are for members. */
const NEEDS: readonly (readonly [Permission, RegExp])[] = [
  ["accounts", /\b(?:invit\w*|einlad\w*|users?|accounts?|roles?|passwords?|colleagues?|members?|team)\b/u],
  [
    "manage",
    /\b(?:(?:data )?sources?|sheets?|settings?|threshold|mailbox|gmail|smtp|(?:mail|email) server|webhooks?|crm|integrations?|(?:custom )?fields?|backups?|audit|personal data|retention|interval|slack|api|forms?|assignment)\b/u,
  ],
  ["read", /\b(?:see|view|read|export|download|look)\b/u],
];

/** "Who can delete leads?", "can Tom change the rules?" */
export const mayDo: Answering = async ({ store, meaning, allows, say, language }) => {
  const { text, question } = meaning.wording;
  const needed = NEEDS.find(([, words]) => words.test(text))?.[0] ?? "work";
  const roles = ROLES.filter((role) => roleMay(role, needed));
  const or = listed(roles, language);
  const all = (await store.accounts.list()).filter(({ isActive }) => isActive);
  const one =
    accountsNamed(all, question)[0] ??
    (/\b(?:can|may|could|am) i\b/u.test(text) ? all.find(({ id }) => id === acting().userId) : undefined);
  const isAllowed = one !== undefined && roles.includes(one.role);
  const ofOne =
    one === undefined || !(allows("accounts") || one.id === acting().userId)
      ? ""
      : say(
          `${isAllowed ? "Yes" : "No"}: ${one.username} is ${roleWords(one.role)}.`,
          `${isAllowed ? "Ja" : "Nein"}: ${one.username} ist ${one.role}.`,
          `${isAllowed ? "Oui" : "Non"} : ${one.username} est ${one.role}.`,
          `${isAllowed ? "Sí" : "No"}: ${one.username} es ${one.role}.`,
        );
  const rule = say(
    roles.length === 1
      ? `Only ${or}s may do that.`
      : `${capital(roles.map((role) => `${role}s`).join(" and "))} may do that.`,
    `Das dürfen diese Rollen: ${or}.`,
    `C'est permis à ces rôles : ${or}.`,
    `Pueden hacerlo estos roles: ${or}.`,
  );
  const whole =
    needed === "read"
      ? say(
          "Everyone with an account may do that.",
          "Das dürfen alle mit einem Konto.",
          "Tous ceux qui ont un compte le peuvent.",
          "Todos los que tienen cuenta pueden hacerlo.",
        )
      : rule;
  return fromData(
    [
      sentences(ofOne, whole),
      ...(allows("accounts") && one === undefined ? rolesOf(all, { say, language }, roles) : []),
    ],
    [TEAM],
    ["What can a member do?"],
  );
};

/** "Did anyone mention me?" */
export const mentions: Answering = async ({ store, now }) => {
  const { userId } = acting();
  if (userId === null) {
    return fromData("Mentions come with accounts: without them, nobody can mention you.", [], ["How do I add a user?"]);
  }
  const comments = await store.comments.mentioning(userId, day(now, -MENTIONED_DAYS).toISOString(), SHOWN);
  if (comments.length === 0) return fromData(`Nobody has mentioned you in the last ${MENTIONED_DAYS} days.`);
  const head = `${counted(comments.length, "comment")} mentioned you in the last ${MENTIONED_DAYS} days, latest first:`;
  return ofComments(head, comments, now);
};

/** "What rules should I add?": what the team's decisions suggest. */
export const suggestRules: Answering = async ({ learning, say }) => {
  const link = { label: "Insights from decisions", href: "/rules" };
  const { suggestions, decisions } = await learning.read();
  if (suggestions.length > 0) {
    return fromData(
      [
        say(
          "Your decisions suggest:",
          "Aus Ihren Entscheidungen folgt:",
          "Vos décisions suggèrent :",
          "Sus decisiones sugieren:",
        ),
        ...suggestions.slice(0, SHOWN).map(({ title, text }) => `• ${title}: ${text}`),
      ],
      [link],
    );
  }
  const { positive, negative, needed } = decisions;
  return fromData(
    positive + negative < needed
      ? say(
          `After ${needed} decisions I can suggest rules and keywords; so far there are ${positive + negative}. Until then, give words that speak against a lead, such as student or job application, a negative weight.`,
          `Ab ${needed} Entscheidungen kann ich Regeln vorschlagen, bisher sind es ${positive + negative}. Bis dahin hilft ein negatives Gewicht für Wörter, die gegen einen Lead sprechen.`,
          `À partir de ${needed} décisions je peux proposer des règles ; il y en a ${positive + negative}. D'ici là, donnez un poids négatif aux mots qui parlent contre un prospect.`,
          `A partir de ${needed} decisiones puedo sugerir reglas; de momento hay ${positive + negative}. Mientras tanto, dé un peso negativo a las palabras que hablan en contra de un lead.`,
        )
      : say(
          `Your ${positive + negative} decisions don't suggest any changes to rules or keywords.`,
          `Aus Ihren ${positive + negative} Entscheidungen folgen keine Änderungen an Regeln.`,
          `Vos ${positive + negative} décisions ne suggèrent aucun changement de règle.`,
          `Sus ${positive + negative} decisiones no sugieren cambios en las reglas.`,
        ),
    [link],
  );
};
