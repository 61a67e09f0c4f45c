import { useQuery } from "@tanstack/react-query";
import { ListFilter, Plus } from "lucide-react";
import { useEffect } from "react";
import { detailOf } from "#web/api/api-error.ts";
import { useProgress } from "#web/api/progress.ts";
import { rulesQuery } from "#web/api/rules.ts";
import { useDialogAddress } from "#web/layout/dialog-address.ts";
import { HeaderActions } from "#web/layout/header-actions.tsx";
import { Page } from "#web/layout/page.tsx";
import { LearningCard } from "#web/screens/rules/learning/learning-card.tsx";
import { RuleTable, RuleTableSkeleton } from "#web/screens/rules/rule-table.tsx";
import { ScoringHelp } from "#web/screens/rules/scoring-help.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useLoaded } from "#web/ui/use-loaded.ts";

const loadDialog = () => import("#web/screens/rules/rule-dialog.tsx");

/** Keyword rules: what earns a lead its points. */
export function RulesScreen() {
  const { data: rules, error, isFetching, refetch } = useQuery(rulesQuery);
  const { subject, open, close } = useDialogAddress();
  const code = useLoaded({ name: "The form", load: loadDialog, isWanted: subject !== null, giveUp: close });
  // The form stays out of the way of the list, and is there before anyone can ask for it.
  useEffect(() => void loadDialog().catch(() => undefined), []);

  return (
    <Page>
      <HeaderActions>
        {rules !== undefined && rules.length > 0 && (
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => open("new")}>
            <span>
              Create<span className="max-md:sr-only"> Rule</span>
            </span>
          </Button>
        )}
      </HeaderActions>
      {rules === undefined && error !== null ? (
        <Card>
          <ErrorPanel
            title="The rules could not be loaded"
            detail={detailOf(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : rules === undefined ? (
        <Card flush title="Active Rules" description={<Skeleton className="my-0.5 h-3.5 w-40" />}>
          <RuleTableSkeleton />
        </Card>
      ) : rules.length === 0 ? (
        <Card flush title="Active Rules (0)" description="No rule adds points yet.">
          <EmptyState
            icon={<ListFilter />}
            title="No rules configured yet"
            text="A rule gives points to every lead that mentions its keywords. Leads with enough points are qualified."
            action={
              <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => open("new")}>
                Create First Rule
              </Button>
            }
          />
        </Card>
      ) : (
        <Card
          flush
          title={`Active Rules (${rules.filter(({ isActive }) => isActive).length})`}
          description={inactiveText(rules.filter(({ isActive }) => !isActive).length)}
          actions={<RescoreProgress />}
        >
          <RuleTable rules={rules} onEdit={(id) => open({ id })} />
        </Card>
      )}
      <ScoringHelp />
      {rules !== undefined && rules.length > 0 && <LearningCard />}
      {rules !== undefined && code !== null && <code.RuleDialog subject={subject} rules={rules} onClose={close} />}
    </Page>
  );
}

function inactiveText(count: number): string {
  if (count === 0) return "All rules add points.";
  return count === 1 ? "1 more is inactive and adds no points." : `${count} more are inactive and add no points.`;
}

/** How far the leads have been scored again after a change of rules; its place is kept, so that nothing moves. */
function RescoreProgress() {
  const progress = useProgress("rescore");
  return (
    <div className="h-8 w-64 max-w-full max-md:h-auto max-md:empty:hidden">
      {progress && <ProgressBar label={progress.label} done={progress.done} total={progress.total} />}
    </div>
  );
}
