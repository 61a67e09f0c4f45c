/** The 97.5% quantile of the standard normal distribution. */
const Z = 1.959964;

/** The Wilson 95% confidence interval of a share when `found` of `of` matched (Wilson 1927); 0 to 1 when `of` is 0. */
export function wilsonInterval(found: number, of: number): { low: number; high: number } {
  if (of === 0) return { low: 0, high: 1 };
  const share = found / of;
  const spread = Z ** 2 / of;
  const middle = share + spread / 2;
  const half = Z * Math.sqrt((share * (1 - share)) / of + spread / (4 * of));
  return { low: Math.max(0, (middle - half) / (1 + spread)), high: Math.min(1, (middle + half) / (1 + spread)) };
}
