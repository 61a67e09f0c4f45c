import { counted } from "#shared/counted.ts";
import { calendarOf } from "#server/assistant/words/local-time.ts";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { cardOf, fromData, sentences, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { accountsNamed } from "#server/assistant/answers/words-left.ts";
import { similar } from "#server/assistant/answers/rules.ts";
import { day, localDay } from "#server/assistant/understanding/time-span.ts";
import { listed, momentWords, stepDueWords } from "#server/assistant/words/moment.ts";
import { quoted } from "#server/assistant/words/say.ts";
import { readSettings } from "#server/db/read-settings.ts";
import { acting } from "#server/platform/acting.ts";

const TEAM = { label: "Team", href: "/team" };
const READ = 500;
const SHOWN = 6;
const MENTION_DAYS = 7;

type Account = Awaited<ReturnType<Asking["store"]["accounts"]["list"]>>[number];

/** The accounts, if the person may see them; what to say otherwise. */
async function visibleAccounts({ store, allows, say }: Asking): Promise<Account[] | ReturnType<typeof fromData>> {
  return allows("accounts") ? (await store.accounts.list()).filter(({ isActive }) => isActive) : onlyOwners(say);
}

const onlyOwners = (say: Asking["say"]): ReturnType<typeof fromData> =>
  fromData(
    say(
      "Only owners see this, under Team.",
      "Das sehen nur Owner, unter Team.",
      "Seuls les owners le voient, dans Team.",
      "Eso solo lo ven los owners, en Team.",
    ),
    [TEAM],
  );

const namesOf = (all: readonly Account[], { language }: Asking): string =>
  listed(
    all.map(({ username }) => username),
    language,
  );

/** "Who doesn't use two-factor sign-in?" */
export const secondFactors: Answering = async (asking) => {
  const { say } = asking;
  const all = await visibleAccounts(asking);
  if (!Array.isArray(all)) return all;
  const without = all.filter(({ sealedSecondFactor }) => sealedSecondFactor === null);
  const state =
    without.length === 0
      ? say(
          "Everyone uses two-factor sign-in.",
          "Alle nutzen die Zwei-Faktor-Anmeldung.",
          "Tout le monde utilise la double authentification.",
          "Todos usan la verificación en dos pasos.",
        )
      : say(
          `Without two-factor sign-in: ${namesOf(without, asking)}.`,
          `Ohne Zwei-Faktor-Anmeldung: ${namesOf(without, asking)}.`,
          `Sans double authentification : ${namesOf(without, asking)}.`,
          `Sin verificación en dos pasos: ${namesOf(without, asking)}.`,
        );
  return fromData(
    sentences(
      state,
      say(
        "Each person turns it on under Account.",
        "Jede Person schaltet sie unter Account ein.",
        "Chacun l'active dans Account.",
        "Cada persona la activa en Account.",
      ),
    ),
    [TEAM, { label: "Account", href: "/account" }],
  );
};

/** "Who signed in today?" */
export const signIns: Answering = async (asking) => {
  const { store, meaning, now, language, say } = asking;
  const all = await visibleAccounts(asking);
  if (!Array.isArray(all)) return all;
  const lastOf = ({ lastSignIn }: { lastSignIn: string | null }): string =>
    lastSignIn === null ? say("never", "noch nie", "jamais", "nunca") : momentWords(lastSignIn, now, language);
  const named = accountsNamed(all, meaning.wording.question);
  if (named.length > 0 && meaning.leads.span === null)
    return fromData(
      [
        say("Last sign-in:", "Letzte Anmeldung:", "Dernière connexion :", "Último inicio de sesión:"),
        ...named.map((account) => `• ${account.username}: ${lastOf(account)}`),
      ],
      [TEAM],
    );
  const from = meaning.leads.span?.from ?? day(now);
  const to = meaning.leads.span?.to ?? null;
  const entries = await store.audit.list(
    { action: "session.create", from: from.toISOString(), ...(to !== null && { to: to.toISOString() }) },
    READ,
    null,
  );
  const done = entries.filter(({ outcome }) => outcome === "done");
  const people = named.length > 0 ? named : all;
  const latest = [...new Map(done.toReversed().map(({ by, at }) => [by, at]))].filter(
    ([by]) => named.length === 0 || named.some(({ username }) => username === by),
  );
  const lines = latest.map(([by, at]) => `• ${by}, ${momentWords(at, now, language)}`);
  const others = people.filter(({ username }) => !latest.some(([by]) => by === username));
  const rest = others.map((account) => {
    const last = account.lastSignIn === null ? "" : `${say("last", "zuletzt", "dernière fois", "última vez")}: `;
    return `${account.username} (${last}${lastOf(account)})`;
  });
  return fromData(
    [
      lines.length === 0
        ? say(
            "Nobody signed in in that time.",
            "In dieser Zeit hat sich niemand angemeldet.",
            "Personne ne s'est connecté pendant ce temps.",
            "Nadie inició sesión en ese tiempo.",
          )
        : say("Signed in:", "Angemeldet:", "Connectés :", "Iniciaron sesión:"),
      ...lines,
      rest.length === 0
        ? ""
        : say(
            `Not: ${listed(rest)}.`,
            `Nicht: ${listed(rest, language)}.`,
            `Pas : ${listed(rest, language)}.`,
            `No: ${listed(rest, language)}.`,
          ),
    ],
    [{ label: "Audit log", href: "/team?tab=audit" }],
  );
};

/** "Diego can't sign in": the state of the account, and what to do. */
export const signInTrouble: Answering = async (asking) => {
  const { meaning, now, language, say } = asking;
  const all = await asking.store.accounts.list();
  const own = acting().userId;
  const [one] = accountsNamed(all, meaning.wording.question).filter(({ id }) => id !== own);
  if (one === undefined) return null;
  const { username, isActive, lastSignIn, passwordHash, invitationHash } = one;
  const last =
    lastSignIn === null
      ? say(
          "has never signed in",
          "hat sich noch nie angemeldet",
          "ne s'est jamais connecté",
          "nunca ha iniciado sesión",
        )
      : say(
          `last signed in ${momentWords(lastSignIn, now, language)}`,
          `war zuletzt ${momentWords(lastSignIn, now, language)} angemeldet`,
          `s'est connecté ${momentWords(lastSignIn, now, language)}`,
          `inició sesión ${momentWords(lastSignIn, now, language)}`,
        );
  const state = !isActive
    ? say(
        `${username} is deactivated. An owner reactivates it under Team.`,
        `${username} ist deaktiviert. Ein Owner aktiviert das Konto unter Team.`,
        `${username} est désactivé. Un owner le réactive dans Team.`,
        `${username} está desactivado. Un owner lo reactiva en Team.`,
      )
    : passwordHash === null && invitationHash !== null
      ? say(
          `${username} hasn't accepted the invitation yet; send it again under Team.`,
          `${username} hat die Einladung noch nicht angenommen; senden Sie sie unter Team erneut.`,
          `${username} n'a pas encore accepté l'invitation ; renvoyez-la dans Team.`,
          `${username} aún no ha aceptado la invitación; reenvíela en Team.`,
        )
      : say(
          `${username} is active and ${last}.`,
          `${username} ist aktiv und ${last}.`,
          `${username} est actif et ${last}.`,
          `${username} está activo y ${last}.`,
        );
  return fromData(
    sentences(
      asking.allows("accounts") ? state : "",
      say(
        "To set a new password, an owner opens Team and creates a reset link in the person's menu. After 10 failed attempts, sign-in pauses for up to 15 minutes.",
        "Für ein neues Passwort erstellt ein Owner unter Team im Menü der Person einen Link zum Zurücksetzen. Nach 10 Fehlversuchen pausiert die Anmeldung bis zu 15 Minuten.",
        "Pour un nouveau mot de passe, un owner crée un lien de réinitialisation dans Team, dans le menu de la personne. Après 10 échecs, la connexion est suspendue 15 minutes au plus.",
        "Para una contraseña nueva, un owner crea un enlace de restablecimiento en Team, en el menú de la persona. Tras 10 intentos fallidos, el acceso se pausa hasta 15 minutos.",
      ),
    ),
    [TEAM],
  );
};

/** Whom a question may name, in the places of such questions: "Can Sarah see Tom's leads?" */
const NAMED =
  /(?:^\W*(?:[Cc]an|[Cc]ould|[Mm]ay|[Dd]oes|[Ww]ill|[Kk]ann|[Dd]arf|[Pp]eut|[Pp]uede)\s+|^\W*(?=\S+ (?:can|may|kann|darf|peut|puede)\b)|\b(?:see|von|of|de|and|und|et|y)\s+)(?<!\p{L})(?!Owner|Member|Viewer|Lead|Every|Any|Each|All|Who|What)(\p{Lu}\p{Ll}+)(?=['’]s\b|\s|\?)/gu;

/** "Can Diego see my leads?", "what may a member do?" */
export const leadAccess: Answering = async (asking) => {
  const { store, workspace, meaning, language, say } = asking;
  const { membersSeeOwnLeads: isLimited } = await readSettings(workspace);
  const accounts = await store.accounts.list();
  const [one] = accountsNamed(accounts, meaning.wording.question).filter(({ id }) => id !== acting().userId);
  const isOwner = one?.role === "owner";
  const named = [...meaning.wording.question.matchAll(NAMED)].map(([, name = ""]) => name);
  const names = listed(
    named.filter((name) => accountsNamed(accounts, name).length === 0),
    language,
  );
  const who =
    one === undefined || !asking.allows("accounts")
      ? ""
      : say(
          `${one.username} is ${isOwner ? "an owner" : `a ${one.role}`}.`,
          `${one.username} ist ${one.role}.`,
          `${one.username} est ${one.role}.`,
          `${one.username} es ${one.role}.`,
        );
  const state = isLimited
    ? say(
        "Members and viewers see only their own and unassigned leads; owners see all.",
        "Member und Viewer sehen nur eigene und freie Leads; Owner sehen alle.",
        "Les members et viewers ne voient que leurs prospects et ceux sans responsable ; les owners voient tout.",
        "Los members y viewers solo ven sus leads y los que no tienen responsable; los owners ven todo.",
      )
    : say(
        "Everyone with an account sees all leads, because Lead access doesn't limit them.",
        "Alle mit einem Konto sehen alle Leads, denn Lead access begrenzt sie nicht.",
        "Toute personne ayant un compte voit tous les prospects : la limite est désactivée.",
        "Todos los que tienen cuenta ven todos los leads, porque el límite está desactivado.",
      );
  return fromData(
    [
      /\broles?\b|\bdifference\b|\bunterschied\b|\badmin\b|\bviewers?\b|\bmembers?\b(?!.*\bown\b)|\bmay\b|\ballowed\b|leserecht|\bread only\b|lecture seule|solo lectura/iu.test(
        `${meaning.wording.text} ${meaning.wording.question}`,
      )
        ? say(
            "Roles are owner, member and viewer. A viewer sees leads, rules and metrics and can export them; a member also edits, decides, writes rules and sends reports; an owner also manages the team, data sources and settings.",
            "Es gibt Owner, Member und Viewer. Viewer sehen Leads, Regeln und Zahlen und können exportieren; Member bearbeiten und entscheiden auch; Owner verwalten zusätzlich Team, Quellen und Einstellungen.",
            "Les rôles sont owner, member et viewer. Un viewer voit et exporte prospects, règles et chiffres ; un member modifie et décide aussi ; un owner gère en plus l'équipe, les sources et les réglages.",
            "Los roles son owner, member y viewer. Un viewer ve leads, reglas y cifras y puede exportar; un member también edita y decide; un owner gestiona además el equipo, las fuentes y los ajustes.",
          )
        : "",
      sentences(
        names && `${say("No account", "Kein Konto", "Sans compte", "Sin cuenta")}: ${names}.`,
        who,
        state,
        say(
          "Change it under Team, Lead access (owners only).",
          "Ändern können es Owner unter Team, Lead access.",
          "Un owner peut le changer dans Team, Lead access.",
          "Un owner puede cambiarlo en Team, Lead access.",
        ),
      ),
    ],
    [{ label: "Lead access", href: "/team" }],
  );
};

/** "Why does Priya get the German leads?": the rules that assign, the one meant first. */
export const assignmentRules: Answering = async ({ store, meaning, language, say, allows }) => {
  if (!allows("manage")) return onlyOwners(say);
  const [rules, accounts] = await Promise.all([store.assignment.rules(), store.accounts.list()]);
  const nameOf = (id: string): string => accounts.find((one) => one.id === id)?.username ?? "?";
  const one = similar(rules, `${meaning.wording.text} ${meaning.wording.question}`, ({ name }) => name);
  const chosen = one === undefined ? rules : [one];
  const link = { label: "Assignment", href: "/team?tab=assignment" };
  const lines = chosen.map(({ name, isActive, people }) => {
    const who = listed(
      people.map(({ accountId }) => nameOf(accountId)),
      language,
    );
    return `• ${quoted(name, say)}: ${who}${isActive ? "" : say(" (off)", " (aus)", " (désactivée)", " (desactivada)")}`;
  });
  return fromData(
    [
      rules.length === 0
        ? say(
            "No rule assigns leads automatically.",
            "Keine Regel weist Leads automatisch zu.",
            "Aucune règle n'attribue les prospects.",
            "Ninguna regla asigna leads.",
          )
        : say(
            "Leads are assigned by:",
            "Zugewiesen wird durch:",
            "Les prospects sont attribués par :",
            "Asignan leads:",
          ),
      ...lines,
      say(
        "Under Team, Assignment, an owner turns a rule off, changes or deletes it. The first one that fits a new lead and has someone available applies; leads already assigned keep their owner.",
        "Unter Team, Assignment kann ein Owner eine Regel ausschalten, ändern oder löschen. Für neue Leads gilt die erste passende, die jemanden frei hat; schon zugewiesene bleiben.",
        "Dans Team, Assignment, un owner peut désactiver, modifier ou supprimer une règle. La première qui convient s'applique aux nouveaux prospects.",
        "En Team, Assignment, un owner puede desactivar, cambiar o eliminar una regla. A los leads nuevos se aplica la primera que encaja.",
      ),
    ],
    [link],
  );
};

/** "What do I have to do today?", "what's on Diego's list?": steps due, leads, emails and pairs that wait. */
export const toDo: Answering = async (asking) => {
  const { store, meaning, now, language, say } = asking;
  const accounts = await store.accounts.list();
  const own = acting().userId;
  const [one = accounts.find(({ id }) => id === own)] = accountsNamed(accounts, meaning.wording.question);
  const owner = one === undefined ? {} : { owner: one.id };
  const tomorrow = localDay(day(now, 1));
  const isOfWeek = /\b(?:this|the|my) week\b/u.test(meaning.wording.text);
  const end = isOfWeek ? localDay(day(now, 8 - (calendarOf(now).weekday || 7))) : tomorrow;
  const [due, review, emails, pairs, mentions] = await Promise.all([
    store.leads.list({ ...owner, dueBefore: end, sort: "nextStep", limit: SHOWN, view: "row" }),
    store.leads.list({ ...owner, status: "qualified", sort: "-score", limit: 3, view: "row" }),
    store.mailbox.count("review"),
    store.duplicates.count(),
    one === undefined ? [] : store.comments.mentioning(one.id, day(now, -MENTION_DAYS).toISOString(), 3),
  ]);
  const steps = JSON.parse(due.json) as LeadRow[];
  const best = JSON.parse(review.json) as LeadRow[];
  const { count } = await store.leads.count({ ...owner, status: "qualified" });
  const today = localDay(now);
  const [{ count: late }, { count: all }] = await Promise.all([
    store.leads.count({ ...owner, dueBefore: today }),
    store.leads.count({ ...owner, dueBefore: end }),
  ]);
  const onTime = all - late;
  const names = listed(
    best.map((row) => `${leadTitle(row)} (${row.score})`),
    language,
  );
  const who = one === undefined ? "" : ` (${one.username})`;
  return {
    ...fromData(
      [
        say(
          `To do${who}, ${onTime} due ${isOfWeek ? "this week" : "today"} and ${late} overdue:`,
          `Zu tun${who}, ${onTime} ${isOfWeek ? "diese Woche" : "heute"} fällig und ${late} überfällig:`,
          `À faire${who}, ${onTime} pour ${isOfWeek ? "cette semaine" : "aujourd'hui"} et ${late} en retard :`,
          `Por hacer${who}, ${onTime} para ${isOfWeek ? "esta semana" : "hoy"} y ${late} atrasados:`,
        ),
        ...steps.map((row) => {
          const when =
            (row.nextStep?.due ?? "") < today
              ? say("overdue", "überfällig", "en retard", "atrasado")
              : isOfWeek
                ? say("due", "fällig", "à faire", "pendiente")
                : say("today", "heute", "aujourd'hui", "hoy");
          return `• ${leadTitle(row)}: ${row.nextStep?.text ?? ""} (${when}, ${row.nextStep === null ? "" : stepDueWords(row.nextStep.due, language)})`;
        }),
        count === 0
          ? ""
          : say(
              `• ${counted(count, "qualified lead")} to review${count === 1 ? "" : ", best first"}: ${names}`,
              `• Qualifizierte Leads prüfen (${count}), die besten: ${names}`,
              `• Prospects qualifiés à examiner (${count}), les meilleurs : ${names}`,
              `• Leads calificados por revisar (${count}), los mejores: ${names}`,
            ),
        emails.count === 0
          ? ""
          : say(
              `• ${counted(emails.count, "email")} to review`,
              `• Mails prüfen (${emails.count})`,
              `• Mails à examiner (${emails.count})`,
              `• Correos por revisar (${emails.count})`,
            ),
        pairs.count === 0
          ? ""
          : say(
              `• ${counted(pairs.count, "possible duplicate")}`,
              `• Mögliche Dubletten (${pairs.count})`,
              `• Doublons possibles (${pairs.count})`,
              `• Posibles duplicados (${pairs.count})`,
            ),
        ...mentions.map(({ author, lead, text }) =>
          say(
            `• ${author} mentioned ${one?.id === own ? "you" : (one?.username ?? "")} on ${leadTitle(lead)}: ${text}`,
            `• Erwähnung von ${author} zu ${leadTitle(lead)}: ${text}`,
            `• Mention de ${author} sur ${leadTitle(lead)} : ${text}`,
            `• Mención de ${author} en ${leadTitle(lead)}: ${text}`,
          ),
        ),
      ],
      [
        { label: "Review", href: "/leads?review" },
        { label: "Needs review", href: "/gmail?tab=emails&show=review" },
        { label: "Possible duplicates", href: "/leads?duplicates" },
      ],
    ),
    leads: [...new Map([...steps, ...best].map((row) => [row.id, cardOf(row)])).values()],
  };
};
