import { AppError } from "#server/platform/errors.ts";
import type { Credentials, SheetConfig } from "#server/pipeline/sources/google-sheets/credentials.ts";
import type { WireFailure } from "#server/pipeline/sources/google-sheets/wire-failure.ts";

type Explanation = [id: string, detail: string];

const API_KEY_RESTRICTED = /^API_KEY_(SERVICE|HTTP_REFERRER|IP_ADDRESS|ANDROID_APP|IOS_APP)_BLOCKED$/u;

/**
 * Translates a failed Google call for the user who set up the source: cause and fix. The resulting AppError is a 502
 * with a stable id and contains no secrets. Error formats are described at https://cloud.google.com/apis/design/errors
 * and https://developers.google.com/identity/protocols/oauth2.
 */
export function explainFailure(
  failure: WireFailure,
  credentials: Credentials,
  asked: { range: string | null },
): AppError {
  const [id, detail] =
    failure.kind === "answered" ? explainAnswer(failure, credentials, asked.range) : explainSilence(failure);
  return new AppError(id, 502, detail, {
    cause: failure,
    ...(failure.retryAfterMs === null ? {} : { retryAfterSeconds: Math.ceil(failure.retryAfterMs / 1000) }),
  });
}

/** The same for a write, which needs more than reading does. */
export function explainWriteFailure(
  failure: WireFailure,
  credentials: Credentials & { method: "service_account" },
  asked: { range: string | null },
): AppError {
  const explained = explainFailure(failure, credentials, asked);
  const [id, detail] = writeExplanation(failure, explained, credentials.email);
  const { retryAfterSeconds } = explained;
  return new AppError(id, 502, detail, {
    cause: failure,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

function writeExplanation({ said, status }: WireFailure, explained: AppError, email: string): Explanation {
  if (explained.id === "sheet_not_shared") {
    return [
      "sheet_not_writable",
      `Winnow isn't allowed to write to this sheet. Share the sheet with ${email} as Editor.`,
    ];
  }
  if (/protected/iu.test(said)) {
    return [
      "sheet_protected",
      `Part of the sheet is protected. Let ${email} edit it under Data > Protect sheets and ranges.`,
    ];
  }
  if (status === 429) {
    return ["google_quota", "Google's quota of requests per minute is used up. Winnow tries again in a minute."];
  }
  return [explained.id, explained.message];
}

/** The email to add in the sheet's Share dialog, if that is the fix. */
export function addressToShareWith(failureId: string, config: SheetConfig): string | undefined {
  const fixedBySharing = failureId === "sheet_not_shared" || failureId === "sheet_not_found";
  const email = config.authMethod === "service_account" ? config.serviceAccount?.["client_email"] : undefined;
  return fixedBySharing && typeof email === "string" ? email : undefined;
}

function explainAnswer(failure: WireFailure, credentials: Credentials, range: string | null): Explanation {
  const { status, reason, said } = failure;
  const tokenRefusal =
    credentials.method === "service_account" ? explainTokenRefusal(failure, credentials.email) : null;
  if (tokenRefusal !== null) return tokenRefusal;
  if (reason === "API_KEY_INVALID") {
    return [
      "google_api_key_invalid",
      "Google doesn't recognize this API key. Copy it again from the Google Cloud console. A new key can take a few minutes to work.",
    ];
  }
  if (reason !== null && API_KEY_RESTRICTED.test(reason)) {
    return [
      "google_api_key_blocked",
      "This API key is restricted. In the Google Cloud console, allow the Google Sheets API and this server's address for it.",
    ];
  }
  if (reason === "SERVICE_DISABLED") {
    return [
      "google_api_disabled",
      "The Google Sheets API isn't enabled for these credentials' project. Enable it in the Google Cloud console under APIs & Services, wait a minute, and try again.",
    ];
  }
  if (status === 429) {
    return [
      "google_quota",
      "Google's read quota is used up for now. It resets every minute. Try again shortly, or sync less often.",
    ];
  }
  if (status === 401) {
    return ["google_key_rejected", "Google no longer accepts these credentials. Create a new key and paste it here."];
  }
  if (status === 403 && (reason === null || reason === "PERMISSION_DENIED")) {
    return credentials.method === "service_account"
      ? [
          "sheet_not_shared",
          `The sheet isn't shared with this service account. Open the sheet, click Share, and add ${credentials.email} as a viewer.`,
        ]
      : [
          "sheet_not_shared",
          "The sheet is private, and an API key only works for public sheets. Share it with anyone who has the link, or use a service account.",
        ];
  }
  if (status === 404) {
    return [
      "sheet_not_found",
      "Google has no spreadsheet with this ID. Copy the ID or the whole URL from the sheet's address bar.",
    ];
  }
  if (status === 400 && said.includes("not supported for this document")) {
    return [
      "sheet_not_native",
      "This is an Excel file on Google Drive, which the Sheets API can't read. Open it, choose File > Save as Google Sheets, then use the new sheet's URL.",
    ];
  }
  if (status === 400 && /unable to parse range|exceeds grid limits/iu.test(said)) {
    return [
      "sheet_range_invalid",
      `Google can't read the range ${range ?? ""}. Enter a range within the sheet, like Sheet1!A1:Z1000, or leave it empty for the whole first sheet.`,
    ];
  }
  if (status !== null && status >= 500) {
    return ["google_failing", `Google is having problems (${status}). Try again later.`];
  }
  return [
    "google_refused",
    `Google refused the request (${status ?? ""} ${reason ?? ""}): ${said || "no reason given"}`,
  ];
}

/** Token endpoint errors, by OAuth error code (RFC 6749, section 5.2). */
function explainTokenRefusal({ reason, said }: WireFailure, email: string): Explanation | null {
  if (reason === "invalid_grant") {
    if (/short-lived token|timeframe/iu.test(said)) {
      return [
        "clock_wrong",
        "Google refused the key because this server's clock is wrong. Set the clock and try again.",
      ];
    }
    if (/account not found|account has been deleted/iu.test(said)) {
      return [
        "google_account_unknown",
        `Google has no service account ${email}. It may have been deleted. Create one and paste its key.`,
      ];
    }
    return [
      "google_key_rejected",
      `Google doesn't accept this key for ${email}. It may have been revoked. Create a new key and paste it here.`,
    ];
  }
  if (reason === "disabled_client" || reason === "invalid_client" || reason === "unauthorized_client") {
    return [
      "google_account_unknown",
      `The service account ${email} is disabled or unknown. Enable it in the Google Cloud console, or paste the key of another.`,
    ];
  }
  return null;
}

function explainSilence({ kind, host, reason }: WireFailure): Explanation {
  switch (kind) {
    case "timed_out":
      return ["google_timeout", `${host} took too long to respond. Try again later, or use a smaller range.`];
    case "cut_off":
      return ["google_cut_off", `The connection to ${host} was interrupted. Try again later.`];
    case "too_large":
      return ["sheet_too_large", "The sheet is too large to read at once. Use a smaller range, or split the sheet."];
    case "redirected":
      return [
        "google_redirected",
        `${host} responded with a redirect, which isn't followed with credentials. Check this server's Google URL settings.`,
      ];
    case "not_google":
      return [
        "google_unreadable",
        `The response from ${host} isn't Google's. A proxy or the network's sign-in page may be intercepting it.`,
      ];
    case "untrusted":
      return [
        "google_untrusted",
        `The certificate of ${host} can't be verified${reason === null ? "" : ` (${reason})`}. If a proxy intercepts it, set NODE_EXTRA_CA_CERTS to the proxy's CA certificate file.`,
      ];
    default:
      return [
        "google_unreachable",
        `Couldn't reach ${host}${reason ? ` (${reason})` : ""}. Check this server's internet connection.`,
      ];
  }
}
