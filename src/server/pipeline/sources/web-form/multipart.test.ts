import { expect, test } from "vitest";
import { partsOf } from "#server/pipeline/sources/web-form/multipart.ts";
import { multipart } from "#test/http/form-deliveries.ts";

const TYPE = "multipart/form-data; boundary=x";
const body = (text: string): Buffer => Buffer.from(text.replaceAll("\n", "\r\n"));
const said = (bytes: Buffer, type = TYPE) =>
  partsOf(bytes, type)?.map(({ name, value, fileName }) => [name, fileName ?? value.toString()]);

test("any client's output is read back, with names and values of any kind", async () => {
  const fields: [string, string][] = [
    ["plain", "value"],
    ["empty", ""],
    ['a "quoted" näme', "--x\r\n\r\nnot a boundary"],
    ["lines", "one\r\ntwo\r\n"],
  ];
  const { payload, headers } = await multipart([...fields, ["file", new File(["bytes"], "plän.pdf")]]);
  expect(said(payload, headers["content-type"])).toEqual([...fields, ["file", "plän.pdf"]]);
});

test.each<[string, string, string]>([
  ["a preamble and an epilogue", 'hello\n--x\nContent-Disposition: form-data; name="a"\n\n1\n--x--\nbye', TYPE],
  [
    "a quoted boundary",
    '--x y\ncontent-disposition: form-data; name="a"\n\n1\n--x y--',
    'multipart/form-data; boundary="x y"',
  ],
  [
    "a name without quotes",
    "--x\ncontent-disposition: form-data; name=a\ncontent-type: text/plain\n\n1\n--x--\n",
    TYPE,
  ],
])("%s", (_, text, type) => {
  expect(said(body(text), type)).toEqual([["a", "1"]]);
});

test.each<[string, string, string]>([
  ["no boundary", "--x--", "multipart/form-data"],
  ["another boundary", "--y--", TYPE],
  ["no end", '--x\ncontent-disposition: form-data; name="a"\n\n1', TYPE],
  ["no name", "--x\ncontent-disposition: form-data\n\n1\n--x--", TYPE],
  ["no headers", "--x\n1\n--x--", TYPE],
  ["nothing", "", TYPE],
])("%s isn't a complete form", (_, text, type) => {
  expect(partsOf(body(text), type)).toBeNull();
});
