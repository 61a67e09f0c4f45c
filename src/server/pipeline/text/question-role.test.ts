import { describe, expect, test } from "vitest";
import { roleOfQuestion } from "#server/pipeline/text/question-role.ts";

describe("what a question asks for", () => {
  test.each([
    ["email", "email"],
    ["yourEmail", "email"],
    ["your-email", "email"],
    ["_replyto", "email"],
    ["q4_email4", "email"],
    ["Your best email?", "email"],
    ["What is your work e-mail address?", "email"],
    ["What's your email, so that we can answer?", "email"],
    ["Wie lautet Ihre E-Mail-Adresse?", "email"],
    ["Quelle est votre adresse e-mail ?", "email"],
    ["¿Cuál es tu correo electrónico?", "email"],
    ["Qual è la tua email?", "email"],
    ["Qual é o seu e-mail?", "email"],
    ["Wat is uw e-mailadres?", "email"],
    ["yourName", "name"],
    ["q3_fullName", "name"],
    ["Please enter your full name", "name"],
    ["What should we call you?", "name"],
    ["Wie heißen Sie?", "name"],
    ["¿Cómo te llamas?", "name"],
    ["firstName", "firstName"],
    ["What's your first name?", "firstName"],
    ["last_name", "lastName"],
    ["Thanks …, and your last name?", "lastName"],
    ["companyName", "company"],
    ["What company do you work for?", "company"],
    ["Where do you work?", "company"],
    ["Name of your organisation", "company"],
    ["Your role", "title"],
    ["What's your role at the company?", "title"],
    ["Phone number (with country code)", "phone"],
    ["What is the best phone number to reach you?", "phone"],
    ["Website URL", "scrapeUrl"],
    ["your-message", "notes"],
    ["frmFName", "firstName"],
    ["ctl00$Main$txtLastName", "lastName"],
    ["CommentEmailaddress", "email"],
    ["f_Phone", "phone"],
    ["feedback-name", "name"],
    ["sender_name", "name"],
    ["imie_nazwisko", "name"],
    ["agency-name", "company"],
    ["telefoonnr", "phone"],
    ["number", "phone"],
    ["QuestionComment", "notes"],
    ["f_Text", "notes"],
    ["viesti", "notes"],
    ["Vragen/ opmerkingen", "notes"],
    ["How can we help you?", "notes"],
    ["Tell us a bit more about your project", "notes"],
    ["What are you looking for?", "notes"],
    ["Wie können wir Ihnen helfen?", "notes"],
    ["Comment pouvons-nous vous aider ?", "notes"],
  ])("%s: %s", (question, role) => {
    expect(roleOfQuestion(question)?.role).toBe(role);
  });

  test.each([
    "How did you hear of us?",
    "How many people work in your company?",
    "Wie groß ist Ihr Unternehmen?",
    "Quelle est la taille de votre entreprise ?",
    "Team size",
    "Which plan do you want?",
    "When do you want to start?",
    "I agree to the terms",
    "utm_source",
    "form name",
    "Name / Team size",
    "page_url",
    "",
    "?",
  ])("%s: nothing that a lead has a field for", (question) => {
    expect(roleOfQuestion(question)).toBeNull();
  });

  test("a field's exact name beats a sentence", () => {
    const [named, asked, hinted] = ["E-mail", "What is your e-mail?", "How can we help?"].map(
      (question) => roleOfQuestion(question)?.certainty ?? Number.NaN,
    );
    expect(named).toBeLessThan(asked ?? 0);
    expect(asked).toBeLessThan(hinted ?? 0);
  });

  test("a story isn't a question, and costs nothing", () => {
    expect(roleOfQuestion(`What is your ${"very ".repeat(200_000)}email?`)).toBeNull();
  });
});
