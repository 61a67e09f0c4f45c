import { userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const TLS_FOLDER = fileURLToPath(new URL("../../fixtures/tls/", import.meta.url));

export interface DovecotSettings {
  folder: string;
  /** Plain with STARTTLS, and TLS from the start. */
  ports: { imap: number; imaps: number };
  /** Which of the test certificates it uses; null offers no TLS at all. */
  certificate: "server" | "expired" | "wrong-name" | null;
  /** Where access tokens are checked, ending before the token (RFC 7662); without it only passwords are accepted. */
  introspectionUrl?: string | undefined;
}

/** The user that mail belongs to: Dovecot never reads mail as root. */
export const MAIL_OWNER = process.getuid?.() === 0 ? "nobody" : userInfo().username;

/**
 * The configuration of Dovecot 2.3 for a server whose files are all in `folder`. Started by root, it uses the users
 * that its package creates; otherwise everything runs as the current user.
 */
export function dovecotConfig({ folder, ports, certificate, introspectionUrl }: DovecotSettings): string {
  const isRoot = process.getuid?.() === 0;
  const at = (...parts: string[]): string => join(folder, ...parts);
  const rootless = `
default_internal_user = ${MAIL_OWNER}
default_login_user = ${MAIL_OWNER}
service anvil {
  chroot =
}
service imap-login {
  chroot =
}
`;
  const tls =
    certificate === null
      ? "ssl = no"
      : `ssl = yes
ssl_cert = <${TLS_FOLDER}${certificate}.pem
ssl_key = <${TLS_FOLDER}${certificate}-key.pem
ssl_dh =`;
  return `
protocols = imap
listen = 127.0.0.1
base_dir = ${at("run")}
state_dir = ${at("state")}
log_path = ${at("log")}
${isRoot ? "" : rootless}
first_valid_uid = 1
mail_uid = ${MAIL_OWNER}
mail_home = ${at("home", "%u")}
mail_location = maildir:~/Maildir:LAYOUT=fs
maildir_very_dirty_syncs = no
mailbox_idle_check_interval = 1 secs
namespace inbox {
  inbox = yes
  separator = /
}
disable_plaintext_auth = no
auth_mechanisms = plain login${introspectionUrl === undefined ? "" : " xoauth2"}
auth_failure_delay = 0
mail_max_userip_connections = 50
${introspectionUrl === undefined ? "" : tokenPassdb(at("oauth2.conf"))}
passdb {
  driver = passwd-file
  mechanisms = plain login
  args = scheme=PLAIN ${at("users", "%u")}
}
userdb {
  driver = static
  args = uid=${MAIL_OWNER} gid=${isRoot ? "nogroup" : userInfo().gid} home=${at("home", "%u")}
}
${tls}
service imap-login {
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = ${certificate === null ? 0 : ports.imaps}
    ssl = yes
  }
  service_count = 0
}
# Wrong passwords are what several tests are about: they must not slow the next sign-in.
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  unix_listener stats-writer {
    mode = 0666
  }
}
`;
}

function tokenPassdb(file: string): string {
  return `passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${file}
}`;
}

/** The configuration of its token check. */
export function tokenConfig(introspectionUrl: string): string {
  return `
introspection_mode = get
introspection_url = ${introspectionUrl}
username_attribute = email
active_attribute = active
active_value = true
`;
}
