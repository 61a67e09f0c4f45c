import { ChartColumn as ChartIcon, Table2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

interface FigureCardProps {
  title: string;
  /** What the chart shows, in words. */
  sentence: string;
  actions?: ReactNode;
  chart: ReactNode;
  table: ReactNode;
}

/** A chart with its sentence, and a switch to the same numbers as a table. */
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

/** In place of a figure that has nothing to draw, or could not be loaded. */
export function FigureNote({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <Card title={title} actions={actions}>
      <div className="flex min-h-72 flex-col justify-center">{children}</div>
    </Card>
  );
}
