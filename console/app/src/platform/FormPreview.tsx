/** The form that users of a kind get, to try it out. Nothing is written: the server only tells what would happen. */
import { Form } from "@chartroom/form";
import "@chartroom/form/form.css";
import { useId, useMemo, useState } from "react";
import type { JsonObject } from "../api/json";
import { apiVersionOf, type Kind } from "../api/kinds";
import { masked } from "../api/sensitive";
import { printYaml } from "../api/yaml";
import { useChoices } from "../edit/choices";
import { ALL } from "../router/routes";
import { firstNamespace, useNamespaces } from "../shell/namespaces";
import { TEXTS } from "../texts";
import { Outcome } from "./Outcome";

interface FormPreviewProps {
  readonly kind: Kind;
  readonly schema: JsonObject;
}

export function FormPreview({ kind, schema }: FormPreviewProps) {
  const [namespace, setNamespace] = useState(() => {
    const last = firstNamespace();
    return last === ALL ? "default" : last;
  });
  const choices = useChoices(kind, namespace);
  const [value, setValue] = useState<JsonObject>(() => ({
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    metadata: { name: "example" },
    spec: {},
  }));
  const yaml = useMemo(() => printYaml(masked(value, schema)), [value, schema]);
  return (
    <div className="preview">
      <section className="panel" aria-label={TEXTS.platform.tabs.form}>
        <p className="muted preview-help">{TEXTS.preview.help}</p>
        <Form
          schema={schema}
          value={value}
          onChange={setValue}
          choices={choices}
          label={kind.kind}
          headingLevel={3}
        />
      </section>
      <div className="preview-side">
        <section className="panel">
          <h2>{TEXTS.preview.object}</h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <pre className="diff" tabIndex={0}>
            {yaml}
          </pre>
        </section>
        <section className="panel">
          <h2>{TEXTS.preview.title}</h2>
          <NamespaceField value={namespace} onChange={setNamespace} />
          <Outcome namespace={namespace} object={value} schema={schema} />
        </section>
      </div>
    </div>
  );
}

interface NamespaceFieldProps {
  readonly value: string;
  readonly onChange: (namespace: string) => void;
}

function NamespaceField({ value, onChange }: NamespaceFieldProps) {
  const { names } = useNamespaces();
  const id = useId();
  return (
    <p className="preview-namespace">
      <label className="label" htmlFor={id}>
        {TEXTS.namespace.label}
      </label>
      <select id={id} className="select" value={value} onChange={(event) => onChange(event.target.value)}>
        {[...new Set([value, ...names])].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </p>
  );
}
