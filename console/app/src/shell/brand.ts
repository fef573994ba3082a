/** The name, the logo and the colours of the platform, from a file that its operators can provide. */
import { useSyncExternalStore } from "react";
import { at, type Json, text } from "../api/json";
import { iconOf } from "../catalogue/catalogue";
import { BASE } from "../router/routes";
import { TEXTS } from "../texts";
import { mix, parseColour, printColour, type Rgb, readable, textOn } from "../ui/colour";

export interface Brand {
  readonly name: string;
  /** An address below `/console/`, or an image in a data: address. */
  readonly logo: string;
  /** Custom properties of CSS. */
  readonly properties: Readonly<Record<string, string>>;
}

export const DEFAULT_LOGO = `${BASE}icon.svg`;
export const DEFAULT_BRAND: Brand = { name: TEXTS.product, logo: DEFAULT_LOGO, properties: {} };

const MAX_FILE = 256 * 1024;
const MAX_NAME = 40;
/** Controls and marks of direction could hide or reorder the texts around them. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const FILE = /^(?:\/console\/)?((?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*)$/;

/** Reads the content of the file. A part that is not valid has its default. */
export function brandOf(content: Json): Brand {
  const name = text(content, "name").trim();
  const isName = name !== "" && name.length <= MAX_NAME && !INVISIBLE.test(name);
  return {
    name: isName ? name : DEFAULT_BRAND.name,
    logo: logoOf(text(content, "logo")),
    properties: propertiesOf(content),
  };
}

function logoOf(logo: string): string {
  const [, file] = FILE.exec(logo) ?? [];
  return file === undefined ? iconOf(logo) || DEFAULT_LOGO : BASE + file;
}

/** The backgrounds in tokens.css on which the accent is a colour of text, and how strong its own background is. */
const LIGHT = { surfaces: ["#ffffff", "#f6f7f9", "#eef0f4", "#eceff3"], softness: 0.1 };
const DARK = { surfaces: ["#14181e", "#1a1f27", "#0f1217", "#252c36"], softness: 0.15 };

function propertiesOf(content: Json): Readonly<Record<string, string>> {
  const colour = (name: string) => parseColour(at(content, "colours", name));
  const accent = colour("accent");
  const top = colour("top");
  return {
    ...accentOf(accent, "--brand", LIGHT),
    ...accentOf(colour("accentDark") ?? accent, "--brand-dark", DARK),
    ...(top && { "--brand-top": printColour(top), "--brand-top-text": printColour(textOn(top)) }),
  };
}

function accentOf(wanted: Rgb | undefined, prefix: string, { surfaces, softness }: typeof LIGHT) {
  if (!wanted) {
    return {};
  }
  const backgrounds = surfaces.map((surface) => parseColour(surface) ?? wanted);
  const softOf = (colour: Rgb) => mix(backgrounds[0] ?? colour, colour, softness);
  const accent = readable(wanted, prefix === "--brand-dark", (colour) => [...backgrounds, softOf(colour)]);
  return {
    [`${prefix}-accent`]: printColour(accent),
    [`${prefix}-accent-soft`]: printColour(softOf(accent)),
    [`${prefix}-accent-text`]: printColour(textOn(accent)),
  };
}

let current = DEFAULT_BRAND;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useBrand(): Brand {
  return useSyncExternalStore(subscribe, () => current);
}

/** Shows a brand in the whole document. The policy forbids style attributes, but not the CSSOM. */
export function applyBrand(brand: Brand): void {
  const { style } = document.documentElement;
  for (const name of Object.keys(current.properties)) {
    style.removeProperty(name);
  }
  for (const [name, value] of Object.entries(brand.properties)) {
    style.setProperty(name, value);
  }
  document.querySelector("link[rel=icon]")?.setAttribute("href", brand.logo);
  current = brand;
  for (const listener of listeners) {
    listener();
  }
}

/** Reads `/console/branding.json`. Without the file, or with a broken one, the console has its own look. */
export async function loadBrand(fetch: typeof globalThis.fetch): Promise<void> {
  try {
    const response = await fetch(`${BASE}branding.json`, {
      cache: "no-cache",
      credentials: "same-origin",
      redirect: "error",
    });
    const content = response.ok ? await response.text() : "";
    if (content !== "" && content.length <= MAX_FILE) {
      applyBrand(brandOf(JSON.parse(content)));
    }
  } catch {
    // The server may answer with a page, or not at all.
  }
}
