import { ChartColumn as ChartIcon, Table2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

interface FigureCardProps {
  title: string;
  /** Text description of the chart. */
  sentence: string;
  actions?: ReactNode;
  chart: ReactNode;
  table: ReactNode;
}

/** A chart with its description, and a toggle to show its numbers as a table. */
export function FigureCard({ title, sentence, actions, chart, table }: FigureCardProps) {
  const [isTable, setIsTable] = useState(false);
  return (
    <Card
      title={title}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          {actions}
          <Button
            variant="ghost"
            size="small"
            icon={isTable ? <ChartIcon aria-hidden /> : <Table2 aria-hidden />}
            aria-label={`${isTable ? "Show as chart" : "Show as table"}: ${title}`}
            onClick={() => setIsTable(!isTable)}
            className="-mr-2"
          >
            {isTable ? "Show as chart" : "Show as table"}
          </Button>
        </div>
      }
    >
      <p className="-mt-2 mb-3 text-sm text-pretty text-muted">{sentence}</p>
      <div className={isTable ? "h-72" : "min-h-72"}>{isTable ? table : chart}</div>
    </Card>
  );
}

/** Shown instead of a chart that is empty or failed to load. */
export function FigureNote({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <Card title={title} actions={actions}>
      <div className="flex min-h-72 flex-col justify-center">{children}</div>
    </Card>
  );
}
