import type { ReactNode } from "react";

interface MappingRowProps {
  name: string;
  /** Its first values, on one line. */
  values: string;
  /** The choice of what it becomes. */
  children: ReactNode;
}

/** A list item that maps a column or field, with its values. */
export function MappingRow({ name, values, children }: MappingRowProps) {
  return (
    <li className="grid items-center gap-x-4 gap-y-1 border-t border-line py-2 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <div className="min-w-0">
        <p dir="auto" className="line-clamp-3 text-left wrap-anywhere" title={name}>
          {name}
        </p>
        {values !== "" && (
          <p dir="auto" className="truncate text-left text-sm text-muted" title={values}>
            {values}
          </p>
        )}
      </div>
      {children}
    </li>
  );
}
