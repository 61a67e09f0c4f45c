import { ChangedLeads } from "#web/acts/what-if/changed-leads.tsx";
import { useWhatIf } from "#web/acts/what-if/use-what-if.ts";
import { WhatIfSentence } from "#web/acts/what-if/what-if-panel.tsx";
import { Button } from "#web/ui/button.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";

/** What another threshold would do, before it is saved. */
export function ThresholdWhatIf({ threshold }: { threshold: number }) {
  const whatIf = useWhatIf({ threshold });
  const { result, isWorking, error, retry } = whatIf;
  return (
    <section aria-label="What saving would do" className="mt-2 max-w-xl rounded-md bg-canvas px-3 py-2.5">
      <WhatIfSentence whatIf={whatIf} />
      {error !== null && (
        <Button size="small" className="mt-2" onClick={retry}>
          Try again
        </Button>
      )}
      {result !== undefined && result.leads.length > 0 && error === null && (
        <div className={isWorking ? "mt-1 opacity-50" : "mt-1"}>
          <Disclosure title="Show the leads">
            <div className="mt-2">
              <ChangedLeads result={result} />
            </div>
          </Disclosure>
        </div>
      )}
    </section>
  );
}
