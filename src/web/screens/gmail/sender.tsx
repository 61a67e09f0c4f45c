import { Truncate } from "#web/ui/truncate.tsx";

/** Name above address, if the message has both. */
export function Sender({ from }: { from: string }) {
  const [, name, address] = /^(.+?)\s*<([^<>]+)>$/u.exec(from) ?? [];
  if (name === undefined) return <Truncate text={from} />;
  return (
    <span className="min-w-0">
      <Truncate text={name} />
      <Truncate text={address} className="text-xs text-muted" />
    </span>
  );
}
