/** Checks rendered content with axe. jsdom has no layout, so the browser tests check colours and sizes. */
import axe from "axe-core";

const NEEDS_LAYOUT = [
  "color-contrast",
  "label-content-name-mismatch",
  "region",
  "scrollable-region-focusable",
  "target-size",
];

/** Returns the rules that the document breaks, with the elements. */
export async function barriers(): Promise<readonly string[]> {
  const { violations } = await axe.run(document.body, {
    rules: Object.fromEntries(NEEDS_LAYOUT.map((id) => [id, { enabled: false }])),
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}
