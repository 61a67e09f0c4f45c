import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { duplicateCountQuery } from "#web/api/leads/duplicates.ts";
import { formatTotal } from "#web/format/number.ts";
import { Button } from "#web/ui/button.tsx";

/** Opens the possible duplicates; hidden when there are none. */
export function DuplicatesButton({ onOpen }: { onOpen: () => void }) {
  const { data } = useQuery(duplicateCountQuery);
  if (data === undefined || data.count === 0) return null;
  return (
    <Button icon={<Copy aria-hidden />} onClick={onOpen}>
      <span>Duplicates</span>
      <span className="text-muted tabular-nums">{formatTotal(data)}</span>
    </Button>
  );
}
