/** The fields of a kind, as `kubectl explain` has them, in a tree that opens on demand. */
import { printJson } from "@chartroom/form";
import { useMemo, useState } from "react";
import { explain, type Field, printFields } from "../api/explain";
import { type JsonObject, text } from "../api/json";
import { apiVersionOf, type Kind } from "../api/kinds";
import { TEXTS } from "../texts";
import { CopyButton } from "../ui/CopyButton";

interface ExplainProps {
  readonly kind: Kind;
  readonly schema: JsonObject;
}

export function Explain({ kind, schema }: ExplainProps) {
  const fields = useMemo(() => explain(schema), [schema]);
  const head = `KIND: ${kind.kind}\nVERSION: ${apiVersionOf(kind)}\n\nFIELDS:\n`;
  return (
    <div className="stack">
      <div className="toolbar">
        <span className="muted">{text(schema, "description")}</span>
        <span className="toolbar-count">
          <CopyButton text={head + printFields(fields)} label={TEXTS.platform.tabs.explain} />
        </span>
      </div>
      <ul className="explain panel">
        {fields.map((field) => (
          <Row key={field.name} field={field} isOpen={field.name === "spec"} />
        ))}
      </ul>
    </div>
  );
}

function Row({ field, isOpen: isOpenFirst }: { readonly field: Field; readonly isOpen?: boolean }) {
  const [isOpen, setOpen] = useState(isOpenFirst === true);
  const head = (
    <>
      <strong className="code">{field.name}</strong> <span className="muted code">{`<${field.type}>`}</span>
      {field.isRequired && <span className="tag tag-accent">{TEXTS.platform.required}</span>}
    </>
  );
  const body = (
    <>
      {field.description && <p className="explain-text">{field.description}</p>}
      {field.rules.length > 0 && (
        <ul className="pairs">
          {field.rules.map(({ keyword, value }) => (
            <li key={`${keyword} ${printJson(value)}`} className="tag">
              {keyword}: {typeof value === "string" ? value || '""' : printJson(value)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
  if (field.fields.length === 0) {
    return (
      <li className="explain-leaf">
        <p className="explain-head">{head}</p>
        {body}
      </li>
    );
  }
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="explain-head">{head}</summary>
        {body}
        {isOpen && (
          <ul className="explain">
            {field.fields.map((inner) => (
              <Row key={inner.name} field={inner} />
            ))}
          </ul>
        )}
      </details>
    </li>
  );
}
