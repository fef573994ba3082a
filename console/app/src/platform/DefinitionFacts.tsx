/** Lists what a definition declares. */
import type { ReactNode } from "react";
import { flag, type JsonObject, number, object as objectAt, objects, text } from "../api/json";
import { TEXTS } from "../texts";
import type { PlatformKind } from "./kinds";

export function DefinitionFacts({ each }: { readonly each: PlatformKind }) {
  const { definition, kind, placement } = each;
  const spec = objectAt(definition, "spec");
  const count = number(definition, "status", "objects");
  const phase = placement && (TEXTS.platform.phases[placement.phase] ?? placement.phase);
  return (
    <dl className="facts">
      <Fact name={TEXTS.platform.facts.group}>{kind?.group ?? text(spec, "group")}</Fact>
      <Fact name={TEXTS.platform.facts.versions}>
        <Versions spec={spec} fallback={kind?.version ?? ""} />
      </Fact>
      {count !== undefined && <Fact name={TEXTS.platform.facts.objects}>{count}</Fact>}
      <Fact name={TEXTS.platform.facts.store}>
        {placement?.store ?? (text(spec, "store") || TEXTS.platform.defaultStore)}
        {phase && <p className="muted">{phase}</p>}
      </Fact>
      <Fact name={TEXTS.platform.facts.chart}>{chartOf(spec)}</Fact>
      <Fact name={TEXTS.platform.facts.prefix}>
        {text(spec, "release", "prefix") && <code>{text(spec, "release", "prefix")}</code>}
      </Fact>
      <Fact name={TEXTS.platform.facts.deletion}>{definition && deletionOf(spec)}</Fact>
      <Fact name={TEXTS.platform.facts.subresources}>
        {kind && <Tags names={[...new Set(kind.subresources.map(({ name }) => name))]} />}
      </Fact>
      <Fact name={TEXTS.platform.facts.costs}>
        {objects(spec, "costs").length > 0 && (
          <Tags names={objects(spec, "costs").map((cost) => text(cost, "name"))} />
        )}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return children === "" || children === undefined || children === false ? null : (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Tags({ names }: { readonly names: readonly string[] }) {
  return (
    <ul className="pairs">
      {names.map((name) => (
        <li key={name} className="tag">
          {name}
        </li>
      ))}
    </ul>
  );
}

function Versions({ spec, fallback }: { readonly spec: JsonObject; readonly fallback: string }) {
  const versions = objects(spec, "versions");
  if (versions.length === 0) {
    return fallback;
  }
  return (
    <ul>
      {versions.map((version) => {
        const { served, storage, deprecated } = TEXTS.platform.version;
        const words = [
          flag(version, "served") ? served : TEXTS.platform.version.unserved,
          ...(flag(version, "storage") ? [storage] : []),
          ...(flag(version, "deprecated") ? [deprecated] : []),
        ];
        return (
          <li key={text(version, "name")}>
            {text(version, "name")} <span className="muted">({words.join(", ")})</span>
          </li>
        );
      })}
    </ul>
  );
}

function chartOf(spec: JsonObject): string {
  const ref = objectAt(spec, "release", "chartRef");
  const place = [text(ref, "namespace"), text(ref, "name")].filter(Boolean).join("/");
  const named = objectAt(spec, "release", "chart", "spec");
  return place === ""
    ? [text(named, "chart"), text(named, "version")].filter(Boolean).join(" ")
    : `${text(ref, "kind")} ${place}`;
}

function deletionOf(spec: JsonObject): string {
  const { retains, uninstalls, isProtected } = TEXTS.platform.deletion;
  const policy = text(spec, "deletion", "policy") === "retain" ? retains : uninstalls;
  return flag(spec, "deletion", "protected") ? `${policy} ${isProtected}` : policy;
}
