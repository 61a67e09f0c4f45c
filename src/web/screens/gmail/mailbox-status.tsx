import type { MailboxConfig, MailboxHealth } from "#shared/contract/mailbox.ts";
import { ReconnectButton } from "#web/actions/mail-sign-in/mail-sign-in-card.tsx";
import { formatCount } from "#web/format/number.ts";
import { Card } from "#web/ui/card.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Status, type StatusTone } from "#web/ui/status.tsx";

const CONNECTION: Record<MailboxHealth["state"], { tone: StatusTone; word: string }> = {
  active: { tone: "success", word: "Connection Active" },
  inactive: { tone: "neutral", word: "Connection Inactive" },
  untested: { tone: "neutral", word: "Connection Inactive" },
  failing: { tone: "danger", word: "Connection Inactive" },
};

/** The state of the last real connection, regardless of the switches. */
export function MailboxStatus({ config: { health, enabled, autoSync, signIn } }: { config: MailboxConfig }) {
  const { tone, word } = CONNECTION[health.state];
  return (
    <Card title="Mailbox status">
      <div className="flex flex-col gap-3">
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-3">
          <div>
            <dt className="text-sm text-muted">Connection</dt>
            <dd className="font-semibold">
              <Status tone={tone}>{word}</Status>
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted">Auto-sync</dt>
            <dd className="font-semibold">
              <AutoSyncState isOn={enabled && autoSync} health={health} />
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted">Emails processed today</dt>
            <dd className="font-semibold tabular-nums">{formatCount(health.processedToday)}</dd>
          </div>
        </dl>
        {health.state === "failing" ? (
          <Notice tone="danger">
            {health.since !== null && (
              <p className="font-semibold">
                Failing since <Moment time={health.since} />
              </p>
            )}
            <p>{health.message}</p>
            <ReconnectButton method={signIn} from="gmail" />
          </Notice>
        ) : (
          <p className="text-muted">
            {health.message}{" "}
            {health.lastSync !== null && (
              <>
                Last sync: <RelativeTime time={health.lastSync} />.
              </>
            )}
          </p>
        )}
      </div>
    </Card>
  );
}

function AutoSyncState({ isOn, health }: { isOn: boolean; health: MailboxHealth }) {
  if (!isOn) return <Status tone="neutral">Off</Status>;
  if (health.watching) return <Status tone="success">On, in real time</Status>;
  return (
    <>
      <Status tone="success">On</Status>
      {health.nextSync !== null && (
        <span className="font-normal text-muted">
          , next sync <Moment time={health.nextSync} />
        </span>
      )}
    </>
  );
}
