/** The objects that the chart made, as Helm has recorded them. */
import { useMemo, useState } from "react";
import { number } from "../api/json";
import { TEXTS } from "../texts";
import { CopyButton } from "../ui/CopyButton";
import { download } from "../ui/download";
import { Problem } from "../ui/Problem";
import { fileOf, type ManifestObject, manifestObjectsOf, yamlOf } from "./manifest-objects";
import { RevealCheckbox } from "./RevealCheckbox";
import { type Target, useView } from "./view";

export function Manifest({ version, ...target }: Target & { readonly version: string }) {
  const { data, error, reload } = useView(target, "manifest", version);
  const [isRevealed, setRevealed] = useState(false);
  const objects = useMemo(() => manifestObjectsOf(data), [data]);
  if (error !== undefined) {
    return <Problem error={error} onRetry={reload} />;
  }
  if (!data || objects.length === 0) {
    return <p className="muted">{data ? TEXTS.manifest.none : TEXTS.loading}</p>;
  }
  const shown = objects.filter(({ manifest }) => manifest);
  const file = `${target.kind.singular || target.kind.resource}-${target.name}-manifest.yaml`;
  return (
    <div className="stack">
      <div className="toolbar">
        <span className="muted">
          {TEXTS.manifest.revision(number(data, "revision") ?? 0, objects.length)}
        </span>
        {shown.some(({ isSecret }) => isSecret) && (
          <RevealCheckbox isRevealed={isRevealed} onChange={setRevealed} />
        )}
        {shown.length > 0 && (
          <span className="toolbar-count">
            <button
              type="button"
              className="button button-small"
              onClick={() => download(file, fileOf(objects))}
            >
              {TEXTS.detail.download}
            </button>
          </span>
        )}
      </div>
      {shown.length < objects.length && (
        <p className="muted">{TEXTS.manifest.hidden(objects.length - shown.length)}</p>
      )}
      <ul className="rows panel">
        {objects.map((each) => (
          <Entry key={each.id} object={each} isRevealed={isRevealed} />
        ))}
      </ul>
    </div>
  );
}

interface EntryProps {
  readonly object: ManifestObject;
  readonly isRevealed: boolean;
}

function Entry({ object, isRevealed }: EntryProps) {
  const [isOpen, setOpen] = useState(false);
  const { kind, name, namespace, manifest } = object;
  const title = (
    <>
      <span className="muted">{kind}</span> <strong>{name}</strong>{" "}
      {namespace && <span className="tag">{namespace}</span>}
    </>
  );
  if (!manifest) {
    return (
      <li className="manifest-object">
        {title} <span className="muted">{TEXTS.manifest.noRight}</span>
      </li>
    );
  }
  return (
    <li className="manifest-object">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{title}</summary>
        {isOpen && (
          <div className="stack manifest-yaml">
            <span>
              <CopyButton text={yamlOf(object, true)} label={`${kind} ${name}`} />
            </span>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
            <pre className="diff" tabIndex={0}>
              {yamlOf(object, isRevealed)}
            </pre>
          </div>
        )}
      </details>
    </li>
  );
}
