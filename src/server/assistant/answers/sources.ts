import { counted } from "#shared/counted.ts";
import { sourceLabel } from "#shared/source-kinds.ts";
import { fromData, type Answering } from "#server/assistant/answers/answer.ts";
import { momentWords } from "#server/assistant/words/moment.ts";

/** "Which data sources are connected?" */
export const sources: Answering = async ({ workspace: { store }, now }) => {
  const link = { label: "Data Sources", href: "/data-sources" };
  const all = await store.dataSources.list();
  if (all.length === 0)
    return fromData("There are no data sources yet.", [{ label: "Add a data source", href: "/data-sources?new" }]);
  const active = all.filter(({ isActive }) => isActive).length;
  return fromData(
    [
      `There ${all.length === 1 ? "is" : "are"} ${counted(all.length, "data source")}, ${active} active:`,
      ...all.map(({ name, type, isActive, lastSync, failingSince, lastRun }) => {
        const state = isActive ? (failingSince === null ? "" : `, failing: ${lastRun?.message ?? ""}`) : ", inactive";
        return `• “${name}” (${sourceLabel(type)}), last read ${lastSync === null ? "never" : momentWords(lastSync, now)}${state}`;
      }),
    ].join("\n"),
    [link],
    ["When is the next sync?"],
  );
};
