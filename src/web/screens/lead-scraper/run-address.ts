/** Query parameter with the target whose runs are shown. */
export const RUN_PARAMETER = "run";

export function runQuery(targetId: string): string {
  return `?${RUN_PARAMETER}=${encodeURIComponent(targetId)}`;
}
