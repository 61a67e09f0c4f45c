import { expect, test } from "vitest";
import { readRelayedForm } from "#server/pipeline/mail/contact/form-relay.ts";

test("labeled lines are a form", () => {
  const text =
    "New message from your website\n\nName: Peter Jones\nE-Mail: peter@jones.co.uk\nPhone: +44 20 7946 0958\nCompany: Jones Ltd\nProduct: Pumps\nPrivacy: accepted\nMessage: We need 500 units.\nTwo of them blue: can you?\n\n--\nThis e-mail was sent from a contact form on Acme";
  expect(readRelayedForm(text.split("\n"))).toEqual({
    name: "Peter Jones",
    email: "peter@jones.co.uk",
    phone: "+44 20 7946 0958",
    company: "Jones Ltd",
    title: "",
    website: "",
    message: "We need 500 units.\nTwo of them blue: can you?",
    others: ["Product: Pumps"],
  });
});

test.each([
  ["Vorname: Max\nNachname: Müller\nE-Mail-Adresse: max@bau.de\nNachricht:\nBitte um ein Angebot.", "Max Müller"],
  ["From: Jane Doe <jane@acme.com>\nPhone: 030 1\nSubject: Inquiry\n\nMessage Body:\nPlease quote.", "Jane Doe"],
  ["*Nom :* Jean Dupont\n*Courriel :* jean@dupont.fr\n*Message :* Un devis ?", "Jean Dupont"],
  ["Nom : Roux\nPrénom : Claire\nE-mail : claire@roux.example\nMessage : Un devis ?", "Claire Roux"],
  ["Your name\nAnn Lee\n\nEmail\nann@lee.com\n\nMessage\nPlease quote.", "Ann Lee"],
  ["Full name\nMaria Lopez\nEmail address\nmaria@lopez.mx\nMessage\n500 t-shirts", "Maria Lopez"],
  ["Dein Name: Max Bauer\nDeine E-Mail-Adresse: max@bau.de\nDeine Nachricht: Ein Angebot?", "Max Bauer"],
  ["Naam*: Jan Smit\nE-mail adres*: jan@smit.nl\nVragen/ opmerkingen: Een offerte?", "Jan Smit"],
  ["Как вас зовут?: Иван Петров\nВведите email-почту: ivan@petrov.ru\nКомментарий: Цена?", "Иван Петров"],
  ["Nome:: Ana Lima\nE-mail:: ana@lima.br\nMensagem:: Um orçamento?", "Ana Lima"],
  ["From: Jane Doe jane@acme.com\nSubject: Inquiry\n\nMessage Body:\nPlease quote.", "Jane Doe"],
  [
    "Contact Us\nFull Name   Jane Doe\nEmail   jane@acme.com\nMessage   We need 20 pumps for our plant in May, please quote.",
    "Jane Doe",
  ],
  ["First name:\n\nJane\n\nLast name:\n\nDoe\n\nEmail:\n\njane@acme.com\n\nMessage:\n\nPlease quote.", "Jane Doe"],
  ["Country Code:\nDE\n\nName:\nJane Doe\n\nEmail:\njane@acme.com\n\nBody:\nPlease quote.", "Jane Doe"],
  ["Name\nJane Doe\n\nEmail\njane@acme.com\n\nComment or Message\nPlease quote.", "Jane Doe"],
  ["Von: Max Bau <max@bau.de>\nBetreff: Pumpen\n\nNachrichtentext:\nBitte um ein Angebot.", "Max Bau"],
  ["De : Jean Dupont <jean@dupont.fr>\nObjet : Devis\n\nCorps du message :\nUn devis ?", "Jean Dupont"],
  ["Da: Marco Rossi <marco@rossi.it>\nOggetto: Sedie\n\nCorpo del messaggio:\nUn preventivo?", "Marco Rossi"],
  ["Invitee:\nAnn Lee\n\nInvitee Email:\nann@lee.com\n\nComments:\nA demo, please.", "Ann Lee"],
  [
    "* *What's your name?*\n  Gina Lund\n\n* *Your work email*\n  g@lund.example\n\n* *Message*\n  20 chairs, please",
    "Gina Lund",
  ],
  ["お名前：山田 太郎\nメールアドレス：yamada@example.jp\nお問い合わせ内容：見積もり", "山田 太郎"],
])("%j", (text, name) => {
  const form = readRelayedForm(text.split("\n"));
  expect(form?.name).toBe(name);
  expect(form?.email).toMatch(/@/u);
  expect(form?.message).not.toBe("");
});

test.each([
  "Hello,\nplease quote 20 pieces.\nEmail: anna@acme.de\nPhone: 030 123456",
  "Anna Schmidt\nTel: 030 123456\nE-Mail: anna@acme.de",
  "Anna Schmidt\nTel   030 123456\nE-Mail   anna@acme.de",
  "Budget: 5000\nDeadline: May\nMessage: none",
  "Contact: see below\nTo unsubscribe, e-mail: list-unsubscribe@lists.example\nComments: welcome",
  "Vielen Dank für Ihre Anfrage! Wir melden uns.\n\nName: Max Müller\nE-Mail: max@bau.example\nNachricht: Angebot?",
  "ご担当者様\n\nお世話になっております。田中と申します。\nお見積りをお願いいたします。\n\nTEL: 03-1234-5678\nE-mail: tanaka@tanaka.example",
  "お問い合わせありがとうございます。\n以下の内容で承りました。\nお名前：山田 太郎\nメールアドレス：yamada@example.jp\nお問い合わせ内容：見積",
])("%j isn't one", (text) => {
  expect(readRelayedForm(text.split("\n"))).toBeNull();
});
