import { useSampleLeads } from "#web/acts/use-sample-leads.ts";
import { useMay } from "#web/api/use-may.ts";
import { Button } from "#web/ui/button.tsx";
import type { ButtonSize } from "#web/ui/button-class.ts";

/** For a product that has no leads yet: the first scored ones, one press away. */
export function TrySample({ size }: { size?: ButtonSize }) {
  const { add, adding } = useSampleLeads();
  if (!useMay("manage")) return null;
  return (
    <Button {...(size === undefined ? {} : { size })} busy={adding} busyLabel="Adding..." onClick={() => void add()}>
      Try it with sample leads
    </Button>
  );
}
