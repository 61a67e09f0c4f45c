export function Brand() {
  return (
    <div className="flex items-center gap-2.5">
      <img src="/favicon.svg" alt="" className="size-7" />
      <div className="leading-tight">
        <p className="text-base font-semibold">Winnow</p>
        <p className="text-xs text-muted">Lead Generation Agent</p>
      </div>
    </div>
  );
}
