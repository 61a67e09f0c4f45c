import { LIMITS } from "#shared/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

const { defaultPort } = LIMITS.emailSettings;

export interface Provider {
  name: string;
  smtpHost: string;
  smtpPort: number;
  note?: string;
}

const PROVIDERS: readonly Provider[] = [
  { name: "Gmail", smtpHost: "smtp.gmail.com", smtpPort: defaultPort, note: "Requires an app password" },
  {
    name: "Outlook, Microsoft 365",
    smtpHost: "smtp.office365.com",
    smtpPort: defaultPort,
    note: "Passwords end in December 2026. Sign in instead.",
  },
  { name: "Yahoo", smtpHost: "smtp.mail.yahoo.com", smtpPort: defaultPort, note: "Requires an app password" },
  { name: "iCloud", smtpHost: "smtp.mail.me.com", smtpPort: defaultPort, note: "Requires an app-specific password" },
  { name: "Zoho", smtpHost: "smtp.zoho.com", smtpPort: defaultPort },
  { name: "SendGrid", smtpHost: "smtp.sendgrid.net", smtpPort: defaultPort, note: "Username: apikey" },
];

/** Hosts and ports of common providers, each with a button that fills the form. */
export function ProviderCard({ onUse }: { onUse: ((provider: Provider) => void) | undefined }) {
  return (
    <Card flush title="Common providers" description={`Port ${defaultPort} with TLS.`}>
      <ul>
        {PROVIDERS.map((provider) => (
          <li
            key={provider.smtpHost}
            className="flex min-h-14 items-center gap-3 border-t border-line px-5 py-2 max-md:px-4"
          >
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{provider.name}</p>
              <p className="text-sm wrap-anywhere text-muted">
                {provider.smtpHost}:{provider.smtpPort}
              </p>
              {provider.note !== undefined && <p className="text-sm text-muted">{provider.note}</p>}
            </div>
            <Button size="small" disabled={onUse === undefined} onClick={() => onUse?.(provider)}>
              Use <span className="sr-only">{provider.name}</span> settings
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
