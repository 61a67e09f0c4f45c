/** An HTTP response: a body that isn't text is sent as JSON. */
export interface GoogleAnswer {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

const SERVICE = "sheets.googleapis.com";

/** Google's errors, as the Sheets API sends them (https://cloud.google.com/apis/design/errors). */
export const refusals = {
  unauthenticated: (): GoogleAnswer =>
    apiError(
      401,
      "UNAUTHENTICATED",
      "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.",
      [errorInfo("ACCESS_TOKEN_EXPIRED", { service: SERVICE })],
    ),
  unregisteredCaller: (): GoogleAnswer =>
    apiError(
      403,
      "PERMISSION_DENIED",
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    ),
  permissionDenied: (): GoogleAnswer => apiError(403, "PERMISSION_DENIED", "The caller does not have permission"),
  scopeInsufficient: (): GoogleAnswer =>
    apiError(403, "PERMISSION_DENIED", "Request had insufficient authentication scopes.", [
      errorInfo("ACCESS_TOKEN_SCOPE_INSUFFICIENT", { service: SERVICE }),
    ]),
  notFound: (): GoogleAnswer => apiError(404, "NOT_FOUND", "Requested entity was not found."),
  unparsableRange: (range: string): GoogleAnswer =>
    apiError(400, "INVALID_ARGUMENT", `Unable to parse range: ${range}`),
  outsideGrid: (range: string, rows: number, columns: number): GoogleAnswer =>
    apiError(
      400,
      "INVALID_ARGUMENT",
      `Range (${range}) exceeds grid limits. Max rows: ${rows}, max columns: ${columns}`,
    ),
  invalidValue: (field: string, value: string): GoogleAnswer =>
    apiError(400, "INVALID_ARGUMENT", `Invalid value at '${field}', "${value}"`),
  invalidRequest: (message: string): GoogleAnswer => apiError(400, "INVALID_ARGUMENT", message),
  outsideRange: (range: string, beyond: string): GoogleAnswer =>
    apiError(400, "INVALID_ARGUMENT", `Requested writing within range [${range}], but tried writing to ${beyond}`),
  protectedCells: (): GoogleAnswer =>
    apiError(
      400,
      "INVALID_ARGUMENT",
      "You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.",
    ),
  workbookFull: (): GoogleAnswer =>
    apiError(
      400,
      "INVALID_ARGUMENT",
      "Invalid requests[0].insertDimension: This action would increase the number of cells in the workbook above the limit of 10000000 cells.",
    ),
  notNative: (): GoogleAnswer =>
    apiError(400, "FAILED_PRECONDITION", "This operation is not supported for this document"),
  apiKeyInvalid: (): GoogleAnswer => {
    const message = "API key not valid. Please pass a valid API key.";
    return apiError(400, "INVALID_ARGUMENT", message, [
      errorInfo("API_KEY_INVALID", { service: SERVICE }),
      { "@type": "type.googleapis.com/google.rpc.LocalizedMessage", locale: "en-US", message },
    ]);
  },
  apiKeyServiceBlocked: (apiKey: string): GoogleAnswer =>
    apiError(
      403,
      "PERMISSION_DENIED",
      "Requests to this API sheets.googleapis.com method google.apps.sheets.v4.SpreadsheetsService.GetValues are blocked.",
      [errorInfo("API_KEY_SERVICE_BLOCKED", { service: SERVICE, consumer: `api_key:${apiKey}`, apiName: SERVICE })],
    ),
  consumerSuspended: (apiKey: string): GoogleAnswer =>
    apiError(403, "PERMISSION_DENIED", `Permission denied: Consumer 'api_key:${apiKey}' has been suspended.`, [
      errorInfo("CONSUMER_SUSPENDED", { service: SERVICE, consumer: `api_key:${apiKey}` }),
    ]),
  serviceDisabled: (): GoogleAnswer => {
    const activationUrl =
      "https://console.developers.google.com/apis/api/sheets.googleapis.com/overview?project=905561123478";
    return apiError(
      403,
      "PERMISSION_DENIED",
      `Google Sheets API has not been used in project 905561123478 before or it is disabled. Enable it by visiting ${activationUrl} then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.`,
      [
        errorInfo("SERVICE_DISABLED", {
          service: SERVICE,
          serviceTitle: "Google Sheets API",
          consumer: "projects/905561123478",
          activationUrl,
        }),
      ],
    );
  },
  quotaExceeded: (retryAfter?: string): GoogleAnswer => ({
    ...apiError(
      429,
      "RESOURCE_EXHAUSTED",
      "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute per user' of service 'sheets.googleapis.com' for consumer 'project_number:905561123478'.",
      [
        errorInfo("RATE_LIMIT_EXCEEDED", {
          service: SERVICE,
          consumer: "projects/905561123478",
          quota_metric: "sheets.googleapis.com/read_requests",
          quota_limit: "ReadRequestsPerMinutePerUser",
          quota_limit_value: "60",
        }),
      ],
    ),
    ...(retryAfter === undefined ? {} : { headers: { "retry-after": retryAfter } }),
  }),
  internal: (): GoogleAnswer => apiError(500, "INTERNAL", "Internal error encountered."),
  unavailable: (): GoogleAnswer => apiError(503, "UNAVAILABLE", "The service is currently unavailable."),
};

/** Errors of the token endpoint (RFC 6749, 5.2), with Google's descriptions. */
export const tokenRefusals = {
  grantType: (given: string): GoogleAnswer => oauthError("unsupported_grant_type", `Invalid grant_type: ${given}`),
  missing: (parameter: string): GoogleAnswer =>
    oauthError("invalid_request", `Missing required parameter: ${parameter}`),
  malformed: (): GoogleAnswer => oauthError("invalid_grant", "Bad Request"),
  signature: (): GoogleAnswer => oauthError("invalid_grant", "Invalid JWT Signature."),
  account: (): GoogleAnswer => oauthError("invalid_grant", "Invalid grant: account not found"),
  timeframe: (): GoogleAnswer =>
    oauthError(
      "invalid_grant",
      "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.",
    ),
  audience: (right: string): GoogleAnswer =>
    oauthError("invalid_grant", `Invalid JWT: Failed audience check. The right audience is ${right}`),
  scope: (): GoogleAnswer => oauthError("invalid_scope", "Invalid OAuth scope or ID token audience provided."),
};

function apiError(code: number, status: string, message: string, details: unknown[] = []): GoogleAnswer {
  return { status: code, body: { error: { code, message, status, ...(details.length > 0 && { details }) } } };
}

function errorInfo(reason: string, metadata: Record<string, string>): Record<string, unknown> {
  return { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "googleapis.com", metadata };
}

function oauthError(error: string, description: string): GoogleAnswer {
  return { status: 400, body: { error, error_description: description } };
}
