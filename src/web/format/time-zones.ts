/** Select options of the time zones known to the browser, plus a saved one, which may have another name there. */
export function zoneOptions(saved: string | null): { value: string; label: string }[] {
  const zones = new Set([...(saved === null ? [] : [saved]), "UTC", ...Intl.supportedValuesOf("timeZone")]);
  return [...zones].toSorted().map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
}
