/** The part of the address that shows what a target's runs read. */
export const RUN_PARAMETER = "run";

export function runQuery(targetId: string): string {
  return `?${RUN_PARAMETER}=${encodeURIComponent(targetId)}`;
}
