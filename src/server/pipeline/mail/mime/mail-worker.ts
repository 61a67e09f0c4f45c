import { analyzeEmail } from "#server/pipeline/mail/analyze-email.ts";
import { isSameMessage } from "#server/pipeline/mail/mime/is-same-message.ts";
import type { MailAnswer, MailTask } from "#server/pipeline/mail/mime/mail-reader.ts";
import { readHead } from "#server/pipeline/mail/mime/message-head.ts";
import { shippedModel } from "#server/pipeline/mail/model/shipped-model.ts";
import { readShownMessage } from "#server/pipeline/mail/shown/read-shown-message.ts";
import { messageOf } from "#server/platform/errors.ts";
import { answerAsked } from "#server/platform/thread.ts";

answerAsked(async (task: MailTask): Promise<MailAnswer> => {
  try {
    return { answer: await answerTo(task) };
  } catch (error) {
    return { refusal: messageOf(error) };
  }
});

async function answerTo(task: MailTask): Promise<unknown> {
  switch (task.kind) {
    case "analyze": {
      const { raw, options } = task;
      const { weights, pairs } = shippedModel;
      return analyzeEmail(raw, { ...options, model: { ...options.model, weights, pairs } });
    }
    case "show":
      return readShownMessage(task.raw);
    case "is-same":
      return isSameMessage(task.raw, task.stored);
    case "heads":
      return Promise.all(task.raws.map(readHead));
  }
}
