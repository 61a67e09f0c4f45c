const MAX_ID = (2n ** 63n - 1n).toString();

/** Whether this text can be the id of a row. Other text is the id of nothing, and the databases would refuse it. */
export function isRowId(id: string): boolean {
  if (!/^[1-9]\d{0,18}$/u.test(id)) return false;
  return id.length < MAX_ID.length || id <= MAX_ID;
}
