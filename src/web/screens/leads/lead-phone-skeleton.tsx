import { Skeleton } from "#web/ui/skeleton.tsx";

/** The grid of a lead's row on phones. */
export const PHONE_ROW =
  "relative grid grid-cols-[2.75rem_minmax(0,1fr)_auto_auto_2.75rem] grid-rows-[1.25rem_1.25rem] items-center gap-x-1 " +
  "overflow-hidden border-b border-line py-2.5";
/** Matches the size of the rows. */
export function LeadPhoneSkeleton({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden className={PHONE_ROW}>
      <td className="col-start-2">
        <Skeleton className="h-4 w-40 max-w-full" />
      </td>
      <td className="col-start-4">
        <Skeleton className="h-4 w-14" />
      </td>
      <td className="col-start-2 row-start-2">
        <Skeleton className="h-4 w-28 max-w-full" />
      </td>
    </tr>
  ));
}
