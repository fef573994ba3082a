import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = new URL("../src/", import.meta.url).pathname;
const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
const read = (file: string) => readFileSync(join(SOURCES, file), "utf8");

test("every text of the pages is in one file", () => {
  const offenders = files
    .filter((file) => file.endsWith(".tsx"))
    .filter((file) => />\s*[A-Z][a-z]+ [a-z]+|(?:aria-label|title|placeholder)="[A-Za-z]/.test(read(file)));
  expect(offenders).toEqual([]);
});

test("no part makes HTML of a text or a style of an attribute", () => {
  const offenders = files
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) =>
      /innerHTML|outerHTML|insertAdjacent|dangerouslySet|document\.write|new Function|\beval\(/.test(
        read(file),
      ),
    );
  expect(offenders).toEqual([]);
});

test("the core knows no React", () => {
  const offenders = files
    .filter((file) => file.startsWith("api/"))
    .filter((file) => /from "react|\.tsx?"|from "\.\.\/(?!api)/.test(read(file)));
  expect(offenders).toEqual([]);
});

test("files stay small", () => {
  const long = files
    .filter((file) => /\.(?:tsx?|css)$/.test(file))
    .filter((file) => read(file).split("\n").length > 400);
  expect(long).toEqual([]);
});
