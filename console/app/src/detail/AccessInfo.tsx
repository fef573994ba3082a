import { useState } from "react";
import { object as objectAt, objects, text } from "../api/json";
import { serves } from "../api/kinds";
import { TEXTS } from "../texts";
import { CopyButton } from "../ui/CopyButton";
import { Guarded } from "../ui/Guarded";
import { Problem } from "../ui/Problem";
import { OldNotice } from "./OldNotice";
import { Panel } from "./Overview";
import { type Target, useFreshView, useView } from "./view";

export function AccessInfo({ version, ...target }: Target & { readonly version: string }) {
  const { kind, namespace, name } = target;
  const [isShown, setShown] = useState(false);
  return (
    <div className="stack">
      {serves(kind, "access", "get") && <Addresses {...target} version={version} />}
      {serves(kind, "credentials", "get") && (
        <Panel title={TEXTS.access.credentials}>
          {isShown ? (
            <Credentials {...target} />
          ) : (
            <Guarded
              label={TEXTS.access.show}
              right={{
                verb: "get",
                group: kind.group,
                resource: kind.resource,
                subresource: "credentials",
                namespace,
                name,
              }}
            >
              <button type="button" className="button" onClick={() => setShown(true)}>
                {TEXTS.access.show}
              </button>
            </Guarded>
          )}
        </Panel>
      )}
    </div>
  );
}

function Addresses({ version, ...target }: Target & { readonly version: string }) {
  const { data, error, reload, oldBecause } = useFreshView(target, "access", version);
  const endpoints = objects(data, "endpoints");
  return (
    <Panel title={TEXTS.access.addresses}>
      {error !== undefined && <Problem error={error} onRetry={reload} />}
      <OldNotice reason={oldBecause} />
      {error === undefined && endpoints.length === 0 && (
        <p className="muted">{data ? TEXTS.access.noAddresses : TEXTS.loading}</p>
      )}
      <ul className="rows">
        {endpoints.map((endpoint) => {
          const address = text(endpoint, "address");
          const scope = text(endpoint, "scope");
          return (
            <li key={`${address} ${text(endpoint, "kind")} ${text(endpoint, "name")}`} className="row">
              <span className="row-main">
                <span className="code">{address}</span>
                <span className="muted">
                  {TEXTS.access.scope[scope] ?? scope} · {text(endpoint, "kind")} {text(endpoint, "name")}
                </span>
              </span>
              <CopyButton text={address} label={address} />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function Credentials(target: Target) {
  const { data, error, reload } = useView(target, "credentials");
  if (error !== undefined) {
    return <Problem error={error} onRetry={reload} />;
  }
  const secrets = objects(data, "secrets");
  if (!data || secrets.length === 0) {
    return <p className="muted">{data ? TEXTS.access.noCredentials : TEXTS.loading}</p>;
  }
  return (
    <ul className="rows">
      {secrets.flatMap((secret) =>
        Object.entries(objectAt(secret, "data")).map(([key, value]) => (
          <Credential
            key={`${text(secret, "name")}/${key}`}
            secret={text(secret, "name")}
            name={key}
            value={decode(String(value))}
          />
        )),
      )}
    </ul>
  );
}

interface CredentialProps {
  readonly secret: string;
  readonly name: string;
  readonly value: string;
}

function Credential({ secret, name, value }: CredentialProps) {
  const [isRevealed, setRevealed] = useState(false);
  return (
    <li className="row">
      <span className="row-main">
        <span>
          <strong>{name}</strong>{" "}
          <span className="muted">
            {TEXTS.access.secret} {secret}
          </span>
        </span>
        <span className="code">{isRevealed ? value : "••••••••"}</span>
      </span>
      <button
        type="button"
        className="button button-small"
        aria-label={`${isRevealed ? TEXTS.access.hide : TEXTS.access.reveal} ${name}`}
        onClick={() => setRevealed(!isRevealed)}
      >
        {isRevealed ? TEXTS.access.hide : TEXTS.access.reveal}
      </button>
      <CopyButton text={value} label={name} />
    </li>
  );
}

/** Secrets are base64 of bytes, mostly of UTF-8. */
function decode(base64: string): string {
  try {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return base64;
  }
}
