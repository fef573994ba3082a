import { useMemo, useState } from "react";
import { type JsonObject, object as objectAt, text, withMember } from "../api/json";
import { LAST_APPLIED, masked } from "../api/sensitive";
import { exportable, printYaml } from "../api/yaml";
import { TEXTS } from "../texts";
import { CopyButton } from "../ui/CopyButton";
import { download } from "../ui/download";
import { RevealCheckbox } from "./RevealCheckbox";

interface YamlProps {
  readonly object: JsonObject;
  readonly schema: JsonObject | undefined;
}

/** The mask is only on the screen: a copy with masks could not be applied. */
export function Yaml({ object, schema }: YamlProps) {
  const [isExport, setExport] = useState(true);
  const [isRevealed, setRevealed] = useState(false);
  const { yaml, safe } = useMemo(() => {
    const content = isExport ? exported(object) : withoutManagers(object);
    return { yaml: printYaml(content), safe: printYaml(masked(content, schema)) };
  }, [object, schema, isExport]);
  const file = `${text(object, "kind").toLowerCase()}-${text(object, "metadata", "name")}.yaml`;
  return (
    <div className="stack">
      <div className="toolbar">
        <label className="check" title={TEXTS.detail.exportHelp}>
          <input type="checkbox" checked={isExport} onChange={(event) => setExport(event.target.checked)} />
          {TEXTS.detail.exportOnly}
        </label>
        {safe !== yaml && <RevealCheckbox isRevealed={isRevealed} onChange={setRevealed} />}
        <span className="toolbar-count toolbar-buttons">
          <CopyButton text={yaml} label={TEXTS.detail.tabs.yaml} />
          <button type="button" className="button button-small" onClick={() => download(file, yaml)}>
            {TEXTS.detail.download}
          </button>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className="diff yaml-view" tabIndex={0}>
        {isRevealed ? yaml : safe}
      </pre>
    </div>
  );
}

function exported(object: JsonObject): JsonObject {
  const copy = exportable(object);
  // What kubectl applied last is stale in a copy.
  const annotations = withMember(objectAt(copy, "metadata", "annotations"), LAST_APPLIED, undefined);
  const isEmpty = Object.keys(annotations).length === 0;
  const metadata = withMember(objectAt(copy, "metadata"), "annotations", isEmpty ? undefined : annotations);
  return withMember(copy, "metadata", metadata);
}

function withoutManagers(object: JsonObject): JsonObject {
  return withMember(object, "metadata", withMember(objectAt(object, "metadata"), "managedFields", undefined));
}
