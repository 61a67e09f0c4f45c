import { fieldConditionsOf } from "#shared/contract/leads/field-filter.ts";
import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import type { ChatAction, ChatReply } from "#shared/contract/chat.ts";
import { fromData, leadsLink, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { listedRows } from "#server/assistant/answers/some-leads.ts";
import { isOfFilter, selectLeads, type SelectedLeads } from "#server/assistant/answers/select-leads.ts";
import { selectedWords } from "#server/assistant/answers/selected-words.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { asksForMore } from "#server/assistant/understanding/meaning.ts";
import { fieldsIn, plainWord } from "#server/assistant/understanding/words.ts";
import { leadsWords } from "#server/assistant/words/lead-words.ts";
import { quoted } from "#server/assistant/words/say.ts";

/** "Export the pending leads from the sheet": a file of exactly those. */
export const offerExport: Answering = async (asking) => {
  const { meaning, say } = asking;
  const { before } = meaning;
  const isOfBefore = before !== undefined && THEM.test(meaning.wording.text);
  const asked = isOfBefore ? before : { ...meaning, leads: exportedOf(meaning) };
  const { intent, leads } = asked;
  const isUnclear = isOfBefore && ((intent !== "count_leads" && intent !== "list_leads") || asksForMore(before));
  const all = isUnclear ? null : await selectLeads({ ...asking, meaning: asked });
  const selected =
    all === null || leads.limit === null ? all : await firstOnly(all, leads, { ...asking, meaning: asked });
  if (selected === null || !isOfFilter(selected)) return onlyOfFilter(asked, selected?.filter ?? {}, asking);
  const { filter, count } = selected;
  const words = selectedWords(asking, selected, leads.span?.words ?? null);
  if (count === 0)
    return fromData(
      say(
        `There are ${words}, so there's nothing to export.`,
        `Es gibt ${words}, also nichts zu exportieren.`,
        `Rien à exporter : ${words}.`,
        `Nada que exportar: ${words}.`,
      ),
      [leadsLink("All leads", {})],
    );
  const action = exportOf(filter, words, say);
  return {
    ...fromData(
      say(
        `A CSV file with ${words} and all their fields, which Excel can open.`,
        `Eine CSV-Datei mit allen Feldern: ${words}. Excel kann sie öffnen.`,
        `Un fichier CSV avec ${words} et tous leurs champs, lisible par Excel.`,
        `Un archivo CSV con ${words} y todos sus campos, que Excel puede abrir.`,
      ),
      [leadsLink("Show them", filter, null, asking.now)],
    ),
    actions: [action],
  };
};

const exportOf = (filter: LeadFilter, words: string, say: Asking["say"]): ChatAction => ({
  kind: "export",
  label: say(`Export ${words}`, `Exportieren: ${words}`, `Exporter ${words}`, `Exportar ${words}`),
  filter: { ...filter, ...(filter.status === undefined && { status: "all" as const }) },
});

/** "The top five" as a filter: from the score or arrival of the last of them on. */
async function firstOnly(all: SelectedLeads, leads: LeadQuestion, asking: Asking): Promise<SelectedLeads | null> {
  const rows = await listedRows(asking, all, leads.limit ?? 0);
  const last = rows.at(-1);
  if (last === undefined || leads.sort === null || !/^-(?:score|createdAt)$/u.test(leads.sort)) return null;
  const isGood = rows.every(({ status }) => status === "qualified" || status === "approved");
  const filter: LeadFilter = {
    ...leads.filter,
    ...(leads.sort === "-score" ? { minScore: last.score } : { from: last.createdAt }),
    ...(leads.filter.status === undefined && isGood && { stage: "qualified" as const }),
  };
  return selectLeads({ ...asking, meaning: { ...asking.meaning, leads: { ...leads, filter, limit: null } } });
}

/** The qualified leads unless a request says which. */
function exportedOf({ leads, wording }: Asking["meaning"]): LeadQuestion {
  const { words, text, question } = wording;
  const { source, status, fields, ...rest } = leads.filter;
  // "As a CSV file" is the format, "with their budgets and phone numbers" what a file has anyway.
  const isFormat = source === "file" || /\b(?:to|as|in|into) (?:an? )?(?:google )?(?:spread)?sheets?\b/u.test(text);
  const asksColumns = COLUMN.test(plainWord(question));
  const isColumn = asksColumns && (fieldConditionsOf(fields ?? "") ?? []).every(({ test }) => test === "filled");
  const excluded = asksColumns ? leads.excluded.filter(({ missing }) => missing === undefined) : leads.excluded;
  // Leads are described by a view, their fields or their company then, whatever their status.
  const isNamed = words.some(({ view, isOfLead }) => view !== undefined || isOfLead === true);
  const isOfAny =
    (fields !== undefined && !isColumn) ||
    isNamed ||
    rest.owner !== undefined ||
    leads.leftOver.length > 0 ||
    /\b(?:all|every|everything)\b/u.test(text);
  const ofStatus = status ?? (isOfAny ? undefined : "qualified");
  const filter = {
    ...rest,
    ...(fields !== undefined && !isColumn && { fields }),
    ...(source !== undefined && !isFormat && { source }),
    ...(ofStatus !== undefined && { status: ofStatus }),
  };
  const names = new Set(fieldsIn(wording).map(({ name }) => plainWord(name)));
  const leftOver = leads.leftOver.filter((word) => !OF_EXPORT.has(word) && !names.has(plainWord(word)));
  return { ...leads, filter, excluded, leftOver };
}

const OF_EXPORT = new Set(
  "mail email forward send share boss manager chef colleague my me export download csv excel xlsx file spreadsheet sheet as with into format table data view views list".split(
    " ",
  ),
);

/** "With their budgets", "with phone number and budget": the columns of the file rather than a filter. */
const COLUMN =
  /\b(?:with|mit|avec|con) (?:(?:all )?(?:their|the|ihren?|ihrem|leurs?|sus?) |(?:\p{L}+ ){0,2}\p{L}+ (?:and|und|et|y) \p{L}+)/u;

async function onlyOfFilter({ leads }: Asking["meaning"], filter: LeadFilter, asking: Asking): Promise<ChatReply> {
  const { say, store, language } = asking;
  const left = leads.leftOver.length === 0 ? "" : quoted(leads.leftOver.join(" "), say);
  const unclear =
    left === ""
      ? ""
      : `${say(`I don't understand ${left}.`, `${left} verstehe ich nicht.`, `Je ne comprends pas ${left}.`, `No entiendo ${left}.`)} `;
  return {
    reply: `${unclear}${say(
      "I can only export the leads of a filter. Filter the list and choose Export there.",
      "Exportieren kann ich nur die Leads eines Filters. Filtern Sie die Liste und wählen Sie dort Export.",
      "Je ne peux exporter que les prospects d'un filtre. Filtrez la liste et choisissez Export.",
      "Solo puedo exportar los leads de un filtro. Filtre la lista y elija Export.",
    )}`,
    links: [leadsLink("Lead Management", leads.filter)],
    suggestions: [],
    from: "none",
    ...(Object.keys(filter).length > 0 && {
      actions: [
        exportOf(
          filter,
          leadsWords(
            (await store.leads.count(filter)).count,
            filter,
            leads.span?.words ?? null,
            true,
            language,
            asking,
          ),
          say,
        ),
      ],
    }),
  };
}

/** "Those" of the previous question. */
const THEM = /\b(?:them|these|those|they)\b/u;

/** "Mail the qualified leads to my boss": a file, as nothing is mailed from the chat. */
export async function offerList(asking: Asking): Promise<ChatReply | null> {
  const file = await offerExport(asking);
  if (file === null) return null;
  const note = asking.say(
    "I can't email a list. Export it and attach the file, or add the person to the report's recipients: “add boss@example.com to the report”.",
    "Eine Liste kann ich nicht mailen. Exportieren Sie sie als Anhang, oder nehmen Sie die Person in den Bericht auf.",
    "Je ne peux pas envoyer une liste par mail. Exportez-la et joignez le fichier, ou ajoutez la personne au rapport.",
    "No puedo enviar una lista por correo. Expórtela y adjunte el archivo, o añada a la persona al informe.",
  );
  return { ...file, reply: `${note} ${file.reply}` };
}
