import { useQuery } from "@tanstack/react-query";
import { Download, Ellipsis, FileUp, FlaskConical, LayoutTemplate, ListFilter, Plus } from "lucide-react";
import { useEffect } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { Rule } from "#shared/contract/rule.ts";
import { FailedCard } from "#web/actions/query-failed.tsx";
import { useProgress } from "#web/api/connection/progress.ts";
import { exportRules, ruleChecksQuery, rulesQuery } from "#web/api/rules.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { useMay } from "#web/api/use-may.ts";
import { formatCounted } from "#web/format/number.ts";
import { useDialogAddress } from "#web/layout/dialog-address.ts";
import { HeaderActions } from "#web/layout/header-actions.tsx";
import { Page } from "#web/layout/page.tsx";
import { paths } from "#web/paths.ts";
import { summaryWords } from "#web/screens/rules/checks/check-words.ts";
import { LearningCard } from "#web/screens/rules/learning/learning-card.tsx";
import { RuleTable, RuleTableSkeleton } from "#web/screens/rules/rule-table.tsx";
import { ScoringHelp } from "#web/screens/rules/scoring-help.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useLoaded } from "#web/ui/use-loaded.ts";
import { saveAs } from "#web/actions/save-as.ts";
import { useAction } from "#web/actions/use-action.ts";
import { exportFileName } from "#web/actions/use-export-leads.ts";

const loadDialog = () => import("#web/screens/rules/form/rule-dialog.tsx");
const loadTryRules = () => import("#web/screens/rules/trying/try-rules.tsx");
const loadTemplates = () => import("#web/screens/rules/templates/template-dialog.tsx");
const loadImport = () => import("#web/screens/rules/import-export/import-rules-dialog.tsx");

export function RulesScreen() {
  const ruleList = useQuery(rulesQuery);
  const { data: rules, error } = ruleList;
  const { data: checks = [] } = useQuery(ruleChecksQuery);
  const { subject, open, close } = useDialogAddress("work");
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const leave = (): void => void navigate(paths.rules(), { replace: true });
  const mayWork = useMay("work");
  const isImporting = mayWork && query.has("import");
  const form = useLoaded({ name: "The rule form", load: loadDialog, isWanted: subject !== null, giveUp: close });
  const importing = useLoaded({ name: "The rule import", load: loadImport, isWanted: isImporting, giveUp: leave });
  const isStarting = mayWork && query.has("templates");
  const templates = useLoaded({ name: "The templates", load: loadTemplates, isWanted: isStarting, giveUp: leave });
  // Prefetched, so that the form doesn't delay the list but is ready when needed.
  useEffect(() => void loadDialog().catch(() => undefined), []);

  if (mayWork && query.has("try")) return <Trying rules={rules} onFail={leave} />;
  return (
    <Page>
      <HeaderActions>
        <RulesMenu hasRules={rules !== undefined && rules.length > 0} mayImport={mayWork} />
        {mayWork && rules !== undefined && rules.length > 0 && (
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => open("new")}>
            <span className="max-md:sr-only">Create rule</span>
          </Button>
        )}
      </HeaderActions>
      {rules === undefined && error !== null ? (
        <FailedCard what="rules" query={ruleList} />
      ) : rules === undefined ? (
        <RulesSkeleton />
      ) : rules.length === 0 ? (
        <Card flush title="Active Rules (0)">
          <EmptyState
            icon={<ListFilter />}
            title="No rules configured yet"
            text="Rules add points to leads that mention their keywords. Enough points qualify a lead."
            action={
              mayWork && (
                <span className="flex flex-wrap justify-center gap-2">
                  <Link to={paths.ruleTemplates()} className={buttonClass("primary")}>
                    Start from a template
                  </Link>
                  <Button icon={<Plus aria-hidden />} onClick={() => open("new")}>
                    Create first rule
                  </Button>
                </span>
              )
            }
          />
        </Card>
      ) : (
        <Card
          flush
          title={`Active Rules (${rules.filter(({ isActive }) => isActive).length})`}
          description={
            <>
              {inactiveText(rules.filter(({ isActive }) => !isActive).length)}{" "}
              {/* Loads later; in the same line, so that the list stays in place. Phones have no room in that line. */}
              {checks.length > 0 && <span className="max-md:hidden">{summaryWords(checks)}</span>}
            </>
          }
          actions={
            <>
              <RescoreProgress />
              {mayWork && (
                <Button
                  size="small"
                  icon={<FlaskConical aria-hidden />}
                  onClick={() => void navigate(paths.tryRules())}
                >
                  Try changes
                </Button>
              )}
            </>
          }
        >
          <RuleTable rules={rules} checks={checks} onEdit={(id) => open({ id })} />
        </Card>
      )}
      <ScoringHelp />
      {rules !== undefined && rules.length > 0 && <LearningCard />}
      {rules !== undefined && form !== null && (
        <form.RuleDialog subject={subject} rules={rules} checks={checks} onClose={close} />
      )}
      {rules !== undefined && importing !== null && (
        <importing.ImportRulesDialog open={isImporting} rules={rules} onClose={leave} />
      )}
      {rules !== undefined && templates !== null && (
        <templates.TemplateDialog open={isStarting} rules={rules} onClose={leave} />
      )}
    </Page>
  );
}

/** Tries several changes at once, in place of the list. */
function Trying({ rules, onFail }: { rules: readonly Rule[] | undefined; onFail: () => void }) {
  const query = useQuery(settingsQuery);
  const { data: settings, error } = query;
  const code = useLoaded({ name: "The rule editor", load: loadTryRules, isWanted: true, giveUp: onFail });
  const isReady = rules !== undefined && settings !== undefined && code !== null;
  return (
    <Page width="full">
      {isReady ? (
        <code.TryRules rules={rules} threshold={settings.qualificationThreshold} />
      ) : error === null ? (
        <RulesSkeleton />
      ) : (
        <FailedCard what="the threshold" query={query} />
      )}
    </Page>
  );
}

/** Import and export of rules. */
function RulesMenu({ hasRules, mayImport }: { hasRules: boolean; mayImport: boolean }) {
  const navigate = useNavigate();
  const exporting = useAction(exportRules);
  const exportAll = (): Promise<boolean> =>
    exporting.run(undefined, {
      done: "Rules exported successfully",
      failed: "Failed to export rules",
      onDone: (file) => {
        const text = `${JSON.stringify(file, null, 2)}\n`;
        saveAs(new Blob([text], { type: "application/json" }), exportFileName("winnow-rules", new Date(), "json"));
      },
    });
  if (!hasRules && !mayImport) return null;
  return (
    <Menu trigger={<IconButton label="More actions" icon={<Ellipsis aria-hidden />} />}>
      {mayImport && (
        <MenuItem icon={<LayoutTemplate aria-hidden />} onSelect={() => void navigate(paths.ruleTemplates())}>
          Start from a template
        </MenuItem>
      )}
      {mayImport && (
        <MenuItem icon={<FileUp aria-hidden />} onSelect={() => void navigate(paths.ruleImport())}>
          Import rules
        </MenuItem>
      )}
      {hasRules && (
        <MenuItem icon={<Download aria-hidden />} onSelect={() => void exportAll()}>
          Export rules
        </MenuItem>
      )}
    </Menu>
  );
}

function RulesSkeleton() {
  return (
    <Card flush unsized title="Active Rules" description={<Skeleton className="my-0.5 h-3.5 w-40" />}>
      <RuleTableSkeleton />
    </Card>
  );
}

function inactiveText(count: number): string {
  if (count === 0) return "All rules are active.";
  return `${formatCounted(count, "more rule is", "more rules are")} inactive.`;
}

/** Progress of rescoring after a rule change; its space is always reserved. */
function RescoreProgress() {
  const progress = useProgress("rescore");
  return (
    <div className="h-8 w-64 max-w-full max-md:h-auto max-md:empty:hidden">
      {progress && <ProgressBar label={progress.label} done={progress.done} total={progress.total} />}
    </div>
  );
}
