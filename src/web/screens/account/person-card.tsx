import { LogOut } from "lucide-react";
import type { Role } from "#shared/roles.ts";
import { useSignOut } from "#web/actions/use-sign-out.ts";
import { ROLE_WORDS } from "#web/format/role.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

export function PersonCard({ username, role }: { username: string; role: Role }) {
  const signOut = useSignOut();
  const { label, meaning } = ROLE_WORDS[role];
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar name={username} />
        <div className="min-w-48 flex-1">
          <p className="text-lg font-semibold wrap-anywhere">
            <bdi>{username}</bdi>
          </p>
          <p className="text-muted">
            {label}. {meaning}
          </p>
        </div>
        <Button
          icon={<LogOut aria-hidden />}
          busy={signOut.running}
          busyLabel="Signing out..."
          onClick={() => void signOut.run()}
        >
          Sign out
        </Button>
      </div>
    </Card>
  );
}
