import { AppError } from "#server/platform/errors.ts";
import type { Credentials, SheetConfig } from "#server/sources/google-sheets/credentials.ts";
import type { WireFailure } from "#server/sources/google-sheets/wire-failure.ts";

type Explanation = [id: string, detail: string];

const API_KEY_RESTRICTED = /^API_KEY_(SERVICE|HTTP_REFERRER|IP_ADDRESS|ANDROID_APP|IOS_APP)_BLOCKED$/u;

/**
 * What went wrong between Winnow and Google, in words for the person who set the source up: the cause and the mend.
 * The answer is a 502 with a stable id; its detail and cause hold no secret. The shapes told apart are those of
 * https://cloud.google.com/apis/design/errors and https://developers.google.com/identity/protocols/oauth2.
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

/** Who must be let in, when that is the mend: the address to copy into the sheet's Share dialog. */
export function addressToShareWith(failureId: string, config: SheetConfig): string | undefined {
  const mendedBySharing = failureId === "sheet_not_shared" || failureId === "sheet_not_found";
  const email = config.authMethod === "service_account" ? config.serviceAccount?.["client_email"] : undefined;
  return mendedBySharing && typeof email === "string" ? email : undefined;
}

function explainAnswer(failure: WireFailure, credentials: Credentials, range: string | null): Explanation {
  const { status, reason, said } = failure;
  const tokenRefusal =
    credentials.method === "service_account" ? explainTokenRefusal(failure, credentials.email) : null;
  if (tokenRefusal !== null) return tokenRefusal;
  if (reason === "API_KEY_INVALID") {
    return [
      "google_api_key_invalid",
      "Google does not know this API key. Copy it again from the Google Cloud console; a new key may take a few minutes to work.",
    ];
  }
  if (reason !== null && API_KEY_RESTRICTED.test(reason)) {
    return [
      "google_api_key_blocked",
      "This API key is restricted and may not be used here. In the Google Cloud console, allow it the Google Sheets API and this server's address.",
    ];
  }
  if (reason === "SERVICE_DISABLED") {
    return [
      "google_api_disabled",
      "The Google Sheets API is not enabled in the project of these credentials. Enable it in the Google Cloud console under APIs & Services, wait a minute, and try again.",
    ];
  }
  if (status === 429) {
    return [
      "google_quota",
      "Google's quota for reading sheets is used up for now. It refills every minute: try again shortly, or sync less often.",
    ];
  }
  if (status === 401) {
    return [
      "google_key_rejected",
      "Google does not accept these credentials any more. Create a new key and paste it here.",
    ];
  }
  if (status === 403 && (reason === null || reason === "PERMISSION_DENIED")) {
    return credentials.method === "service_account"
      ? [
          "sheet_not_shared",
          `The sheet is not shared with this service account. Open the sheet, press Share, and add ${credentials.email} as a viewer.`,
        ]
      : [
          "sheet_not_shared",
          "The sheet is private, and an API key opens public sheets only. Share it with anyone who has the link, or use a service account.",
        ];
  }
  if (status === 404) {
    return [
      "sheet_not_found",
      "Google knows no spreadsheet with this id. Copy the id, or the whole address, from the sheet's address bar.",
    ];
  }
  if (status === 400 && said.includes("not supported for this document")) {
    return [
      "sheet_not_native",
      "This is an Excel file kept on Google Drive, which the Sheets API cannot read. Open it and choose File, Save as Google Sheets, then use the new sheet's address.",
    ];
  }
  if (status === 400 && /unable to parse range|exceeds grid limits/iu.test(said)) {
    return [
      "sheet_range_invalid",
      `Google cannot read the range ${range ?? ""}. Write it like Sheet1!A1:Z1000, inside the sheet, or leave it empty for the whole first sheet.`,
    ];
  }
  if (status !== null && status >= 500) {
    return ["google_failing", `Google has a problem of its own (${status}). Nothing is wrong here: try again later.`];
  }
  return [
    "google_refused",
    `Google refused the request (${status ?? ""} ${reason ?? ""}): ${said || "no reason given"}`,
  ];
}

/** Refusals of the token endpoint, told by their OAuth error codes (RFC 6749, section 5.2). */
function explainTokenRefusal({ reason, said }: WireFailure, email: string): Explanation | null {
  if (reason === "invalid_grant") {
    if (/short-lived token|timeframe/iu.test(said)) {
      return [
        "clock_wrong",
        "Google refused the key because this server's clock is wrong. Set the clock, then try again.",
      ];
    }
    if (/account not found|account has been deleted/iu.test(said)) {
      return [
        "google_account_unknown",
        `Google knows no service account ${email}. It may have been deleted: create one and paste its key.`,
      ];
    }
    return [
      "google_key_rejected",
      `Google does not accept this key of ${email}. It may have been revoked: create a new key and paste it here.`,
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
      return ["google_timeout", `${host} took too long to answer. Try again later, or read a smaller range.`];
    case "cut_off":
      return ["google_cut_off", `The connection to ${host} broke before the answer was complete. Try again later.`];
    case "too_large":
      return [
        "sheet_too_large",
        "The sheet is too large to be read at once. Name a smaller range, or split the sheet.",
      ];
    case "redirected":
      return [
        "google_redirected",
        `${host} answered with a redirect, which is not followed with credentials. Check the address this server was given for Google.`,
      ];
    case "not_google":
      return [
        "google_unreadable",
        `${host} answered with something that is not Google's. A proxy or a sign-in page of the network may stand in between.`,
      ];
    case "untrusted":
      return [
        "google_untrusted",
        `The certificate of ${host} cannot be verified${reason === null ? "" : ` (${reason})`}. A proxy may stand in between; name its authority in NODE_EXTRA_CA_CERTS.`,
      ];
    default:
      return [
        "google_unreachable",
        `${host} cannot be reached${reason ? ` (${reason})` : ""}. Check this server's connection to the internet.`,
      ];
  }
}
