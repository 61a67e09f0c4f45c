/**
 * The Apps Script that sends each Google Form response to Winnow, ready to paste. `url` is the full form URL; `secret`
 * signs deliveries. Google Forms has no webhooks, so setUpWinnow installs a trigger that runs as the user who ran it;
 * see developers.google.com/apps-script/guides/triggers/installable. Pasted into a form it connects that form; pasted
 * into the response sheet it connects every form that fills the sheet.
 */
export function googleFormsScript({ url, secret }: { url: string; secret: string }): string {
  return SCRIPT.replace("WINNOW_URL", () => JSON.stringify(url)).replace("WINNOW_SECRET", () => JSON.stringify(secret));
}

const SCRIPT = `/**
 * Sends each response of this form to Winnow.
 * 1. Choose setUpWinnow above and click Run. Google asks for your permission once.
 * 2. Send a test response. It appears in Winnow under Form Integration.
 */
const WINNOW = {
  url: WINNOW_URL,
  secret: WINNOW_SECRET,
};

/** Connects the form, or each form that fills this sheet. Running it again replaces the connection. */
function setUpWinnow() {
  const forms = findForms();
  if (forms.length === 0) {
    throw new Error("Open the script editor from a form, or from the sheet that collects its responses.");
  }
  ScriptApp.getProjectTriggers().forEach((trigger) => {
    const handler = trigger.getHandlerFunction();
    if (handler === "sendToWinnow" || handler === "sendMissed") ScriptApp.deleteTrigger(trigger);
  });
  ScriptApp.newTrigger("sendMissed").timeBased().everyHours(1).create();
  forms.forEach((form) => {
    ScriptApp.newTrigger("sendToWinnow").forForm(form).onFormSubmit().create();
    console.log("Connected: " + form.getTitle());
  });
}

function findForms() {
  const form = FormApp.getActiveForm();
  if (form) return [form];
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  if (!spreadsheet) return [];
  return spreadsheet
    .getSheets()
    .map((sheet) => sheet.getFormUrl())
    .filter((address) => address)
    .map((address) => FormApp.openByUrl(address));
}

/** Called by Google for each response. One that Winnow doesn't accept is noted for sendMissed. */
function sendToWinnow(event) {
  const missed = PropertiesService.getScriptProperties();
  const id = event.response.getId();
  try {
    send(event.source, event.response);
    missed.deleteProperty(id);
  } catch (error) {
    missed.setProperty(id, event.source.getId());
    throw error;
  }
}

/** Called by Google every hour. Tries for a week. */
function sendMissed() {
  const missed = PropertiesService.getScriptProperties();
  let problem = null;
  Object.entries(missed.getProperties()).forEach(([id, formId]) => {
    try {
      const form = FormApp.openById(formId);
      const response = form.getResponse(id);
      // Null if it was deleted.
      const isRecent = response && Date.now() - response.getTimestamp().getTime() < 7 * 24 * 3600 * 1000;
      if (isRecent) send(form, response);
      missed.deleteProperty(id);
    } catch (error) {
      problem = error;
    }
  });
  if (problem) throw problem;
}

function send(form, response) {
  const body = JSON.stringify({
    source: "google_forms",
    formId: form.getId(),
    formTitle: form.getTitle() || "",
    responseId: response.getId(),
    submittedAt: response.getTimestamp().toISOString(),
    respondentEmail: response.getRespondentEmail() || "",
    answers: response.getItemResponses().map(readAnswer),
  });
  deliver(body, "sha256=" + sign(body));
}

function readAnswer(itemResponse) {
  const item = itemResponse.getItem();
  const type = String(item.getType());
  const answer = { title: item.getTitle(), type: type, response: itemResponse.getResponse() };
  if (type === "GRID") answer.rows = item.asGridItem().getRows();
  if (type === "CHECKBOX_GRID") answer.rows = item.asCheckboxGridItem().getRows();
  if (type === "FILE_UPLOAD") {
    answer.response = [].concat(answer.response).map((id) => "https://drive.google.com/open?id=" + id);
  }
  return answer;
}

/** The HMAC-SHA256 of the body in hex; Apps Script gives bytes from -128 to 127. */
function sign(body) {
  return Utilities.computeHmacSha256Signature(body, WINNOW.secret, Utilities.Charset.UTF_8)
    .map((byte) => ((byte + 256) % 256).toString(16).padStart(2, "0"))
    .join("");
}

/** Tries three times, then every hour. Failures appear under Executions, and Google emails you about them. */
function deliver(body, signature) {
  let problem = "";
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    if (attempt > 1) Utilities.sleep(attempt * 2000);
    try {
      const answer = UrlFetchApp.fetch(WINNOW.url, {
        method: "post",
        contentType: "application/json",
        headers: { "X-Winnow-Signature": signature },
        payload: body,
        muteHttpExceptions: true,
      });
      const code = answer.getResponseCode();
      if (code < 300) return;
      problem = code + " " + answer.getContentText();
      if (code < 500 && code !== 429) break;
    } catch (error) {
      problem = String(error);
    }
  }
  throw new Error("Winnow couldn't accept the response: " + problem);
}
`;
