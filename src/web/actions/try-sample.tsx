import { useSampleLeads } from "#web/actions/use-sample-leads.ts";
import { useMay } from "#web/api/use-may.ts";
import { Button } from "#web/ui/button.tsx";
import type { ButtonSize } from "#web/ui/button-class.ts";

/** For a product without leads: adds scored sample leads in one click. */
export function TrySample({ size }: { size?: ButtonSize }) {
  const { add, adding } = useSampleLeads();
  if (!useMay("manage")) return null;
  return (
    <Button {...(size === undefined ? {} : { size })} busy={adding} busyLabel="Adding..." onClick={() => void add()}>
      Try it with sample leads
    </Button>
  );
}
