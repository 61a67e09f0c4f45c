import { ChangedLeads } from "#web/actions/what-if/changed-leads.tsx";
import { useWhatIf } from "#web/actions/what-if/use-what-if.ts";
import { WhatIfSentence } from "#web/actions/what-if/what-if-panel.tsx";
import { Button } from "#web/ui/button.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";

/** Previews another threshold. */
export function ThresholdWhatIf({ threshold }: { threshold: number }) {
  const whatIf = useWhatIf({ threshold });
  const { result, isWorking, error, retry } = whatIf;
  return (
    <section aria-label="Effect of the new threshold" className="mt-2 max-w-xl rounded-md bg-canvas px-3 py-2.5">
      <WhatIfSentence whatIf={whatIf} />
      {error !== null && (
        <Button size="small" className="mt-2" onClick={retry}>
          Try again
        </Button>
      )}
      {result !== undefined && result.leads.length > 0 && error === null && (
        <div className={isWorking ? "mt-1 opacity-50" : "mt-1"}>
          <Disclosure title="Show leads">
            <div className="mt-2">
              <ChangedLeads result={result} />
            </div>
          </Disclosure>
        </div>
      )}
    </section>
  );
}
