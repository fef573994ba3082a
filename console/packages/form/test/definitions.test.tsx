// @vitest-environment jsdom
/** Real kind definitions, where the folder shared/data is beside the repository, and the definition of the docs. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fireEvent } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { buildModel, type Json, type JsonObject, printJson } from "../src";
import { member } from "../src/core/json";
import { array, EMPTY, object, text } from "../src/core/schema";
import { show } from "./harness";
import { openAll } from "./open-all";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../../..");
const DATA = join(ROOT, "../shared/data/cozystack");
const PARITY = join(ROOT, "e2e/src/test/resources/parity/kinds");
const DOCS = join(ROOT, "docs/kind-definitions.md");

interface Kind {
  readonly name: string;
  readonly schema: Json;
  readonly hints: Json;
  readonly specs: readonly Json[];
}

function documents(folder: string): readonly JsonObject[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => parse(readFileSync(join(folder, file), "utf8"), { intAsBigInt: false }));
}

function kindOf(spec: Json): Json {
  return { type: "object", properties: { spec } };
}

function cozystack(): readonly Kind[] {
  if (!existsSync(DATA)) {
    return [];
  }
  const samples = documents(join(DATA, "samples"));
  return documents(join(DATA, "definitions")).map((definition) => {
    const spec = object(definition, "spec") ?? EMPTY;
    const application = object(spec, "application") ?? EMPTY;
    const keys = array(object(spec, "dashboard") ?? EMPTY, "keysOrder");
    const kind = text(application, "kind");
    return {
      name: kind,
      schema: kindOf(JSON.parse(text(application, "openAPISchema"))),
      hints: { order: keys.map((path) => (path as string[]).join(".")) },
      specs: samples
        .filter((sample) => text(sample, "kind") === kind)
        .map((sample) => object(sample, "spec") ?? {}),
    };
  });
}

function parity(): readonly Kind[] {
  return existsSync(PARITY)
    ? documents(PARITY).map((kind) => ({
        name: text(kind, "kind"),
        schema: kindOf(member(kind, "spec") ?? {}),
        hints: {},
        specs: [],
      }))
    : [];
}

function documented(): readonly Kind[] {
  const page = existsSync(DOCS) ? readFileSync(DOCS, "utf8") : "";
  const blocks = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, block]) => parse(block ?? ""));
  return blocks
    .filter((block) => block?.kind === "KindDefinition")
    .map(({ spec }) => ({
      name: spec.names.kind,
      schema: spec.versions[0].schema.openAPIV3Schema,
      hints: spec.form ?? {},
      specs: [{ replicas: 3, size: "5Gi" }],
    }));
}

/** Returns the value with every default of its schema, as the server would return it. */
function defaulted(schema: Json, value: Json): Json {
  const properties = Object.entries(object(schema as JsonObject, "properties") ?? EMPTY) as [
    string,
    JsonObject,
  ][];
  const own = value as JsonObject;
  const added = properties.map(([name, property]): [string, Json | undefined] => {
    const before = member(own, name) ?? member(property, "default");
    return [
      name,
      before !== undefined && object(property, "properties") ? defaulted(property, before) : before,
    ];
  });
  return { ...own, ...Object.fromEntries(added.filter(([, each]) => each !== undefined)) } as Json;
}

const sources: readonly (readonly [string, readonly Kind[]])[] = [
  ["shared/data", cozystack()],
  ["the parity tests", parity()],
  ["the docs", documented()],
];

describe.each(sources)("kinds of %s", (source, kinds) => {
  it.skipIf(kinds.length > 0)("are not present, so they are not checked", () => {
    process.stdout.write(`Skipped: there are no kinds of ${source} beside this repository.\n`);
  });

  it.each(kinds)("$name is rendered, and its objects stay as they are", ({ schema, hints, specs }) => {
    const model = buildModel(schema, { hints });
    expect(model.sections.flatMap(({ fields }) => fields).length).toBeGreaterThan(0);
    const spec = object(object(schema as JsonObject, "properties") ?? EMPTY, "spec") ?? EMPTY;
    for (const each of [{}, ...specs, defaulted(spec, {})]) {
      const value = { kind: "K", spec: each };
      const before = printJson(value);
      const { container, changes } = show({ schema, hints, value });
      openAll(container, 3);
      expect(container.querySelectorAll(".cf-field, .cf-set").length).toBeGreaterThan(0);
      expect(container.textContent).not.toContain("does not fit the schema");
      fireEvent.submit(container.querySelector("form") as HTMLElement);
      expect(changes).toEqual([]);
      expect(printJson(value)).toBe(before);
    }
  });
});
