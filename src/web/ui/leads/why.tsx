/** Reasons for a verdict, most important first. */
export function Why({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <div className="text-sm">
      <p className="font-semibold">Why?</p>
      <ul className="mt-0.5 list-disc pl-5 marker:text-muted">
        {reasons.map((reason) => (
          <li key={reason} className="wrap-anywhere">
            {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
