import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test.each(["../package-lock.json", "../headlamp-plugin/package-lock.json"])(
  "%s names no registry, so that every registry can install the packages",
  (path) => {
    const lock = JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), "utf8"));
    const packages: readonly { resolved?: string; link?: boolean }[] = Object.values(lock.packages);
    expect(packages.length).toBeGreaterThan(100);
    expect(
      packages.flatMap(({ resolved = "", link }) => (resolved === "" || link ? [] : [resolved])),
    ).toEqual([]);
  },
);
