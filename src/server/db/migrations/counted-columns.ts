/** Where the hour ends in a timestamp: "2026-01-31T23". */
export const HOUR = 13;

/** Minutes past the hour at which a day starts in some time zone, besides 0: 18:30 UTC in India, 18:15 in Nepal. */
const MINUTES = [15, 30, 45] as const;

export const BEFORE_COLUMNS: readonly string[] = MINUTES.map((minute) => `before_${minute}`);

/** The columns that identify a lead: when one changes, the lead is compared with others again. */
export const COMPARED_COLUMNS: readonly string[] = ["name", "email_key", "phone_key", "company", "scrape_url"];

/** SQL for each minute: `n` if the timestamp is before that minute of its hour, else 0. */
export function before(
  moment: string,
  n: string | number,
  merge: (value: string) => string = (value) => value,
): string {
  const minute = `substr(${moment}, ${HOUR + 2}, 2)`;
  return MINUTES.map((most) => merge(`case when ${minute} < '${most}' then ${n} else 0 end`)).join(", ");
}

export function isOther(differs: string): string {
  return COMPARED_COLUMNS.map((column) => `old.${column} ${differs} new.${column}`).join(" or ");
}
