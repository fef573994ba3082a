// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import type { Json } from "../src/api/json";
import { BrandLogo } from "../src/shell/BrandLogo";
import { applyBrand, brandOf, DEFAULT_BRAND, DEFAULT_LOGO, loadBrand, useBrand } from "../src/shell/brand";
import { useTitle } from "../src/shell/title";
import { contrast, MIN_CONTRAST, parseColour, type Rgb, readable, textOn } from "../src/ui/colour";

afterEach(() => {
  cleanup();
  applyBrand(DEFAULT_BRAND);
});

const BRAND = {
  name: "Acme Cloud",
  logo: "brand/logo.svg",
  colours: { accent: "#00A676", accentDark: "#7df", top: "#102a43" },
};

function Shown() {
  const { name } = useBrand();
  useTitle("Page");
  return (
    <p>
      {name}
      <BrandLogo size={22} />
    </p>
  );
}

const logo = () => document.querySelector("img")?.getAttribute("src");
const property = (name: string) => document.documentElement.style.getPropertyValue(name);
const answer = (content: string, status = 200) =>
  (async () => new Response(content, { status })) as typeof fetch;

test("a brand changes the name, the logo, the title and the colours", async () => {
  document.head.innerHTML = '<link rel="icon" href="/console/icon.svg">';
  render(<Shown />);
  await loadBrand(answer(JSON.stringify(BRAND)));
  expect(await screen.findByText("Acme Cloud")).toBeTruthy();
  expect(logo()).toBe("/console/brand/logo.svg");
  expect(document.querySelector("link")?.getAttribute("href")).toBe("/console/brand/logo.svg");
  expect(document.title).toBe("Page · Acme Cloud");
  expect(property("--brand-top")).toBe("#102a43");
  expect(property("--brand-top-text")).toBe("#ffffff");
  expect(property("--brand-dark-accent")).toBe("#77ddff");
  expect(property("--brand-accent"), "the wanted colour is not readable on white").not.toBe("#00a676");
  applyBrand(DEFAULT_BRAND);
  expect(property("--brand-top")).toBe("");
});

test.each([
  ["no file", "", 404],
  ["a page", "<!doctype html><title>x</title>", 200],
  ["an error", JSON.stringify(BRAND), 500],
  ["a list", "[1]", 200],
  ["null", "null", 200],
  ["a large file", JSON.stringify({ ...BRAND, more: "x".repeat(300_000) }), 200],
])("%s means the look of the console", async (_, content, status) => {
  await loadBrand(answer(content, status));
  render(<Shown />);
  expect(screen.getByText("Chartroom")).toBeTruthy();
  expect(logo()).toBe(DEFAULT_LOGO);
});

test("a server that does not answer means the look of the console", async () => {
  await loadBrand(async () => {
    throw new TypeError("down");
  });
  render(<Shown />);
  expect(logo()).toBe(DEFAULT_LOGO);
});

test.each([
  "https://evil.example/logo.svg",
  "//evil.example/logo.svg",
  "/logo.svg",
  "/console/../secret",
  "/console/%2e%2e/secret",
  "a/../../b",
  "..",
  ".hidden",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml",
  "blob:https://a/b",
  "logo.svg?x=1",
  "logo.svg#x",
  "\\\\evil.example\\a",
  "lo go.svg",
  "logo.svg\n",
  "",
])("the logo %j is refused", (hostile) => {
  expect(brandOf({ logo: hostile }).logo).toBe(DEFAULT_LOGO);
});

test.each([
  ["logo.svg", "/console/logo.svg"],
  ["/console/brand/v1.2/logo.png", "/console/brand/v1.2/logo.png"],
  ["data:image/svg+xml;base64,PHN2Zy8+", "data:image/svg+xml;base64,PHN2Zy8+"],
])("the logo %j is %j", (given, shown) => {
  expect(brandOf({ logo: given }).logo).toBe(shown);
});

test.each([
  "red",
  "url(https://evil.example/x)",
  "#fff;background:url(//evil.example)",
  "var(--x)",
  "rgb(0 0 0)",
  "#ffff",
  "#12345g",
  "#1234567",
  " #fff",
  "expression(alert(1))",
  7,
  null,
  ["#fff"],
  { toString: "#fff" },
] as readonly Json[])("the colour %j is refused", (hostile) => {
  expect(brandOf({ colours: { accent: hostile, accentDark: hostile, top: hostile } }).properties).toEqual({});
});

test.each([
  "",
  "   ",
  "x".repeat(41),
  "a\u202Eb",
  "a\u0000b",
  "a\nb",
  "a\u200bb",
  5,
  null,
  {},
] as readonly Json[])("the name %j is refused", (hostile) =>
  expect(brandOf({ name: hostile }).name).toBe("Chartroom"),
);

test("other members, also those of a prototype, have no effect", () => {
  const hostile = JSON.parse(
    '{"__proto__": {"name": "x"}, "properties": {"--text": "red"}, "colours": {"--text": "#fff"}}',
  );
  expect(brandOf(hostile)).toEqual(DEFAULT_BRAND);
});

test("a name is text", () => {
  applyBrand(brandOf({ name: "<img src=x onerror=1>" }));
  render(<Shown />);
  expect(screen.getByText("<img src=x onerror=1>")).toBeTruthy();
  expect(document.querySelectorAll("img")).toHaveLength(1);
});

test("a logo that cannot be shown is replaced", () => {
  applyBrand(brandOf({ logo: "gone.svg" }));
  render(<Shown />);
  fireEvent.error(document.querySelector("img") as HTMLImageElement);
  expect(logo()).toBe(DEFAULT_LOGO);
});

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("text is readable with every colour, in both themes", () => {
  const surfaces = {
    "--brand": ["#ffffff", "#f6f7f9", "#eef0f4"],
    "--brand-dark": ["#14181e", "#1a1f27", "#0f1217"],
  };
  fc.assert(
    fc.property(colour, colour, (accent, top) => {
      const { properties } = brandOf({ colours: { accent, top } });
      const of = (name: string) => parseColour(properties[name]) as Rgb;
      const pairs = [
        [of("--brand-top"), of("--brand-top-text")],
        ...Object.entries(surfaces).flatMap(([prefix, backgrounds]) => [
          [of(`${prefix}-accent`), of(`${prefix}-accent-text`)],
          [of(`${prefix}-accent`), of(`${prefix}-accent-soft`)],
          ...backgrounds.map((background) => [of(`${prefix}-accent`), parseColour(background) as Rgb]),
        ]),
      ] as [Rgb, Rgb][];
      for (const [a, b] of pairs) {
        expect(contrast(a, b)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }
      const muted = [
        [of("--brand-accent-soft"), "#566072"],
        [of("--brand-dark-accent-soft"), "#a1abba"],
      ] as [Rgb, string][];
      for (const [soft, text] of muted) {
        expect(contrast(soft, parseColour(text) as Rgb)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }
    }),
    { numRuns: 500 },
  );
});

test("a colour that is readable already stays, and text is black or white", () => {
  expect(readable([0, 0, 128], false, () => [[255, 255, 255]])).toEqual([0, 0, 128]);
  expect([textOn([255, 255, 0]), textOn([0, 0, 128])]).toEqual([
    [0, 0, 0],
    [255, 255, 255],
  ]);
  expect(contrast([0, 0, 0], [255, 255, 255])).toBe(21);
});
