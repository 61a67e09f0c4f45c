import { counted } from "#shared/counted.ts";
import { sourceLabel } from "#shared/source-kinds.ts";
import { fromData, type Answering } from "#server/assistant/answers/answer.ts";
import { momentWords } from "#server/assistant/words/moment.ts";

/** "Which data sources are connected?" */
export const sources: Answering = async ({ store, now, language, say }) => {
  const link = { label: "Data Sources", href: "/data-sources" };
  const all = await store.dataSources.list();
  if (all.length === 0)
    return fromData("There are no data sources yet.", [{ label: "Add a data source", href: "/data-sources?new" }]);
  const active = all.filter(({ isActive }) => isActive).length;
  return fromData(
    [
      say(
        `There ${all.length === 1 ? "is" : "are"} ${counted(all.length, "data source")}, ${active} active:`,
        `Datenquellen: ${all.length}, davon aktiv: ${active}.`,
        `Sources de données : ${all.length}, dont actives : ${active}.`,
        `Fuentes de datos: ${all.length}, activas: ${active}.`,
      ),
      ...all.map(({ name, type, isActive, lastSync, failingSince, lastRun }) => {
        const failure = `${say("failing", "Fehler", "erreur", "error")}: ${lastRun?.message ?? ""}`;
        const inactive = say("inactive", "aus", "inactive", "inactiva");
        const state = isActive ? (failingSince === null ? "" : `, ${failure}`) : `, ${inactive}`;
        const read = lastSync === null ? say("never", "nie", "jamais", "nunca") : momentWords(lastSync, now, language);
        return `• “${name}” (${sourceLabel(type)}), ${say("last read", "zuletzt gelesen", "lue", "leída")} ${read}${state}`;
      }),
    ],
    [link],
    ["When is the next sync?"],
  );
};
