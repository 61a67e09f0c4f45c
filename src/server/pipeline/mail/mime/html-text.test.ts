import { expect, test } from "vitest";
import { htmlToText } from "#server/pipeline/mail/mime/html-text.ts";

test.each([
  ["<p>One</p><p>Two</p>", "One\n\nTwo"],
  ["One<br>Two<br/>Three", "One\nTwo\nThree"],
  ["<div>One</div><div>Two<span> and more</span></div>", "One\nTwo and more"],
  ["<ul><li>One<li>Two</ul>", "- One\n- Two"],
  ["<table><tr><td>Tel</td><td>030 1</td></tr><tr><td>Fax</td><td>030 2</td></tr></table>", "Tel\t030 1\nFax\t030 2"],
  ["a&nbsp;b &amp; c &#8211; d\n\n  e", "a b & c – d e"],
  ["<pre>a\n  b</pre>", "a\n  b"],
  ["Hi<hr>Bye", "Hi\n________________________________\nBye"],
  ["Mine<blockquote>Yours<blockquote>Theirs</blockquote></blockquote>Mine", "Mine\n\n> Yours\n>\n>> Theirs\n\nMine"],
  ["<style>p{}</style><script>x</script><title>T</title>Seen", "Seen"],
  ['A<div style="display: none">B<div>C</div></div>D', "AD"],
  ['<span hidden>B</span>A<span style="font-size:0px">C</span>', "A"],
  ['<a href="tel:+4930123">Call</a>', "Call <+4930123>"],
  [
    '<a href="mailto:a@acme.de?subject=x">Mail</a> <a href="mailto:a@acme.de">a@acme.de</a>',
    "Mail <a@acme.de> a@acme.de",
  ],
  [
    '<a href="https://acme.de/">Site</a> <a href="https://track.acme.de/c?x=1">more</a>',
    "Site <https://acme.de/> more",
  ],
  ["<p>never closed<div>nor this", "never closed\nnor this"],
])("%j reads %j", (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test("reads a hundred thousand nested elements", () => {
  const deep = 100_000;
  expect(htmlToText(`${"<div>".repeat(deep)}x${"</div>".repeat(deep)}`)).toBe("x");
  expect(htmlToText(`${"<blockquote>".repeat(deep)}x`)).toBe(`${">".repeat(20)} x`);
});
