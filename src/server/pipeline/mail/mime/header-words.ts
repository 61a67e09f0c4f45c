export type HeaderKind = "from" | "to" | "cc" | "date" | "subject" | "replyTo" | "messageId";

/** Header labels that mail programs use above quoted and forwarded messages, in many languages. */
const LABELS: Record<HeaderKind, string> = {
  from: "from|von|de|da|van|från|fra|od|lähettäjä|feladó|de la|expéditeur|remitente|mittente|от|от кого|від|від кого|kimden|gönderen|από|odesílatel|odosielateľ|nadawca|afzender|pošiljatelj|发件人|寄件者|寄件人|差出人|送信者|보낸 사람|보낸사람|발신|من|מאת",
  to: "to|an|à|a|para|per|til|till|aan|do|komu|vastaanottaja|címzett|către|pour|destinataire|destinatario|кому|kime|alıcı|προς|adresat|收件人|收件者|宛先|받는 사람|받는사람|수신|إلى|אל",
  cc: "cc|bcc|kopie|copie|kopia|kopi|copia|kopio|másolat|копия|копія|bilgi|dw|kopię|抄送|副本|참조|نسخة|עותק|κοιν",
  date: "sent|date|gesendet|datum|gesendet am|envoyé|envoyé le|enviado|enviado el|enviado em|enviada em|enviada el|fecha|data|inviato|data invio|skickat|dato|sendt|verzonden|verstuurd|wysłano|wysłane|odesláno|odoslané|lähetetty|päivämäärä|päiväys|elküldve|dátum|trimis|дата|отправлено|надіслано|gönderildi|gönderilme tarihi|tarih|στάλθηκε|ημερομηνία|poslano|发送时间|发件时间|日期|時間|日付|送信日時|日時|보낸 날짜|날짜|تاريخ|التاريخ|تم الإرسال|תאריך|נשלח",
  subject:
    "subject|betreff|objet|asunto|assunto|oggetto|ämne|emne|onderwerp|temat|předmět|predmet|aihe|otsikko|tárgy|subiect|тема|konu|θέμα|主题|主旨|件名|제목|الموضوع|נושא",
  messageId: "message-id",
  replyTo:
    "reply-to|reply to|antwort an|antwort-an|répondre à|responder a|rispondi a|risposta|antwoord aan|svar till|svar til|odpowiedź do|ответить",
};
const VALUE = String.raw`[*_]{0,2}\s{0,3}[:：][*_]{0,2}\s{0,3}(.*)$`;
const PATTERNS = (Object.keys(LABELS) as HeaderKind[]).map(
  (kind) =>
    [kind, new RegExp(String.raw`^[\s\u200e\u200f>|]{0,12}[*_]{0,2}(?:${LABELS[kind]})${VALUE}`, "iu")] as const,
);

/** Parses a line such as "Von: Anna <anna@acme.de>" into header and value. Null for any other line. */
export function headerLine(line: string): { kind: HeaderKind; value: string } | null {
  const colon = line.slice(0, 60).search(/[:：]/u);
  if (colon < 1) return null;
  for (const [kind, pattern] of PATTERNS) {
    const value = pattern.exec(line)?.[1];
    if (value !== undefined) return { kind, value: value.trim() };
  }
  return null;
}
