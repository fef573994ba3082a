/** The object that the user edits, as a form and as YAML. Both are views of one object. */
import { useCallback, useState } from "react";
import { equal, isObject, type JsonObject } from "../api/json";
import { parseYaml, printYaml } from "../api/yaml";
import { TEXTS } from "../texts";

export type Mode = "form" | "yaml";

export interface Draft {
  readonly object: JsonObject;
  readonly mode: Mode;
  readonly yaml: string;
  /** Why the YAML is no object; empty if it is one. */
  readonly yamlError: string;
  readonly setObject: (object: JsonObject) => void;
  readonly setYaml: (text: string) => void;
  readonly setMode: (mode: Mode) => void;
}

interface State {
  readonly object: JsonObject;
  readonly mode: Mode;
  /** The text as the user wrote it, with comments. It stays while it means the object. */
  readonly yaml: string;
  readonly yamlObject: JsonObject | undefined;
  readonly yamlError: string;
}

export function useDraft(initial: () => JsonObject, mode: Mode): Draft {
  const [state, setState] = useState<State>(() => {
    const object = initial();
    return { object, mode, yaml: printYaml(object), yamlObject: object, yamlError: "" };
  });
  const setObject = useCallback((object: JsonObject) => setState((old) => withObject(old, object)), []);
  const setYaml = useCallback((yaml: string) => setState((old) => ({ ...old, ...read(yaml, old) })), []);
  const setMode = useCallback(
    (next: Mode) =>
      setState((old) => {
        if (next === old.mode || (next === "form" && old.yamlError !== "")) {
          return old;
        }
        const isSame = old.yamlObject !== undefined && equal(old.yamlObject, old.object);
        return isSame
          ? { ...old, mode: next }
          : { ...old, mode: next, yaml: printYaml(old.object), yamlObject: old.object, yamlError: "" };
      }),
    [],
  );
  return { ...state, setObject, setYaml, setMode };
}

/** The text follows the object while the user sees it. Otherwise the next key would bring back what the text still says. */
function withObject(old: State, object: JsonObject): State {
  return old.mode === "yaml" && !equal(old.object, object)
    ? { ...old, object, yaml: printYaml(object), yamlObject: object, yamlError: "" }
    : { ...old, object };
}

function read(yaml: string, old: State): Omit<State, "mode"> {
  try {
    const object = parseYaml(yaml);
    return isObject(object)
      ? { object, yaml, yamlObject: object, yamlError: "" }
      : { object: old.object, yaml, yamlObject: undefined, yamlError: TEXTS.edit.yamlNotObject };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { object: old.object, yaml, yamlObject: undefined, yamlError: TEXTS.edit.yamlError(message) };
  }
}
