/** Colours and their contrast, by the rules of WCAG 2. */
export type Rgb = readonly [number, number, number];

/** The least contrast of text (AA). */
export const MIN_CONTRAST = 4.5;
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
const STEPS = 50;

/** Reads `#rgb` or `#rrggbb`. Other notations are refused, so that no value can be more than a colour. */
export function parseColour(text: unknown): Rgb | undefined {
  const [, digits] = (typeof text === "string" && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)) || [];
  if (digits === undefined) {
    return undefined;
  }
  const long = digits.length === 3 ? digits.replaceAll(/./g, "$&$&") : digits;
  const [red, green, blue] = [0, 2, 4].map((i) => Number.parseInt(long.slice(i, i + 2), 16));
  return [red ?? 0, green ?? 0, blue ?? 0];
}

export function printColour(colour: Rgb): string {
  return `#${colour.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}

export function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns a colour between two others. A share of 0 is the first one. */
export function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const at = (i: 0 | 1 | 2) => Math.round(a[i] + (b[i] - a[i]) * share);
  return [at(0), at(1), at(2)];
}

/** Returns black or white. One of them has a contrast of at least 4.58 to each colour. */
export function textOn(background: Rgb): Rgb {
  return contrast(background, WHITE) >= contrast(background, BLACK) ? WHITE : BLACK;
}

/**
 * Returns the nearest colour towards black or white that is readable on all backgrounds. A background can depend on the
 * colour.
 */
export function readable(colour: Rgb, isDark: boolean, backgroundsOf: (colour: Rgb) => readonly Rgb[]): Rgb {
  const target = isDark ? WHITE : BLACK;
  for (let step = 0; step < STEPS; step++) {
    const candidate = mix(colour, target, step / STEPS);
    if (backgroundsOf(candidate).every((background) => contrast(candidate, background) >= MIN_CONTRAST)) {
      return candidate;
    }
  }
  return target;
}
