import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Pipeline } from "#shared/contract/dashboard.ts";
import { pipelineQuery } from "#web/api/dashboard.ts";
import { formatCount, formatCounted, formatPercent } from "#web/format/number.ts";
import { paths } from "#web/paths.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { Tooltip } from "#web/ui/overlays/tooltip.tsx";

interface Stage {
  key: keyof Pipeline;
  name: string;
  meaning: string;
  fill: string;
}

const STAGES: readonly Stage[] = [
  { key: "incoming", name: "Incoming", meaning: "New leads", fill: "fill-warning" },
  { key: "processing", name: "Processing", meaning: "Being analyzed", fill: "fill-link" },
  { key: "qualified", name: "Qualified", meaning: "Ready for contact", fill: "fill-success" },
  { key: "rejected", name: "Rejected", meaning: "Filtered out", fill: "fill-neutral" },
];

/** Leads by stage: four counts with bars for their share. */
export function PipelineCard({ className }: { className: string }) {
  const pipeline = useQuery(pipelineQuery);
  const { data } = pipeline;
  const total = STAGES.reduce((sum, { key }) => sum + (data?.[key] ?? 0), 0);
  return (
    <Card title="Lead Processing Pipeline" className={className}>
      {data === undefined && pipeline.isPending && <LoadingNote what="the pipeline" />}
      {data === undefined && pipeline.isError ? (
        <QueryFailed what="the pipeline" query={pipeline} />
      ) : (
        <ul className="-mx-2 flex flex-col gap-1">
          {STAGES.map((stage) => (
            <li key={stage.key}>
              {data === undefined ? (
                <StageSkeleton stage={stage} />
              ) : (
                <StageRow stage={stage} count={data[stage.key] ?? 0} total={total} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const ROW = "grid h-12 grid-cols-[8.5rem_minmax(0,1fr)_auto] items-center gap-4 rounded-md px-2";

function StageRow({ stage, count, total }: { stage: Stage; count: number; total: number }) {
  const share = total === 0 ? 0 : (100 * count) / total;
  return (
    <Tooltip text={`${formatCount(count)} of ${formatCounted(total, "lead")}, ${formatPercent(share)}`}>
      <Link to={paths.leads({ stage: stage.key })} className={`${ROW} hover:bg-hover`}>
        <StageName stage={stage} />
        <svg
          aria-hidden
          viewBox="0 0 100 1"
          preserveAspectRatio="none"
          className="h-2 w-full overflow-hidden rounded-full bg-sunken"
        >
          <rect width={share} height="1" className={stage.fill} />
        </svg>
        <span className="min-w-12 text-right text-lg font-semibold tabular-nums">{formatCount(count)}</span>
      </Link>
    </Tooltip>
  );
}

function StageName({ stage: { name, meaning } }: { stage: Stage }) {
  return (
    <span className="min-w-0">
      <span className="block font-semibold">{name} </span>
      <span className="block truncate text-sm text-muted">{meaning}</span>
    </span>
  );
}

function StageSkeleton({ stage }: { stage: Stage }) {
  return (
    <div className={ROW}>
      <StageName stage={stage} />
      <Skeleton className="h-2 w-full" />
      <Skeleton className="h-5 w-12" />
    </div>
  );
}
