import { CopyButton } from "#web/ui/copy-button.tsx";

/** The service account's address, ready to be pasted into the sheet's Share dialog. */
export function ShareAddress({ email }: { email: string }) {
  return (
    <div>
      <p className="text-sm text-muted">Share the sheet with this address, as a viewer</p>
      <div className="flex items-center gap-1">
        <code className="font-mono text-sm break-all">{email}</code>
        <CopyButton text={email} what="address" />
      </div>
    </div>
  );
}
