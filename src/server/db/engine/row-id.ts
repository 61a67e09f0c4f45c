const MAX_ID = (2n ** 63n - 1n).toString();

/** Whether a text can be a row id. The databases would throw on anything else. */
export function isRowId(id: string): boolean {
  if (!/^[1-9]\d{0,18}$/u.test(id)) return false;
  return id.length < MAX_ID.length || id <= MAX_ID;
}
