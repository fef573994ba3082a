/** Renders a form that holds its value, and gives tests the latest value. */
import { cleanup, configure, render } from "@testing-library/react";
import userEvent, { PointerEventsCheckLevel, type UserEvent } from "@testing-library/user-event";
import { StrictMode, useState } from "react";
import { Form, type FormProps, type Json, type JsonObject } from "../src";
import { kindOf } from "./kinds";

// The computed style of every ancestor takes most of the time of a query, and nothing here is hidden by a style.
configure({ defaultHidden: true });

export interface Shown {
  readonly user: UserEvent;
  readonly container: HTMLElement;
  /** Every value that the form reported. */
  readonly changes: readonly JsonObject[];
  readonly value: () => JsonObject;
  readonly spec: () => Json | undefined;
  /** Renders the form again with other properties. */
  readonly update: (props: Partial<FormProps>) => void;
}

type Props = Partial<FormProps> & { readonly schema: Json };

function Holder({
  first,
  onValue,
  form,
}: {
  first: JsonObject;
  onValue: (next: JsonObject) => void;
  form: Props;
}) {
  const [value, setValue] = useState(first);
  const onChange = (next: JsonObject) => {
    onValue(next);
    setValue(next);
  };
  return (
    <StrictMode>
      <Form label="Object" {...form} value={value} onChange={onChange}>
        <button type="submit">Save</button>
      </Form>
    </StrictMode>
  );
}

export function show(props: Props): Shown {
  cleanup();
  const changes: JsonObject[] = [];
  const first = props.value ?? { spec: {} };
  const onValue = (next: JsonObject) => changes.push(next);
  const tree = (more: Partial<FormProps>) => (
    <Holder first={first} onValue={onValue} form={{ ...props, ...more }} />
  );
  const { container, rerender } = render(tree({}));
  const value = () => changes.at(-1) ?? first;
  return {
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
    container,
    changes,
    value,
    spec: () => value().spec,
    update: (more) => rerender(tree(more)),
  };
}

/** Renders a form with one property x in the spec. */
export function showField(
  schema: Json,
  x?: Json,
  props: Partial<FormProps> = {},
): Shown & { x: () => Json | undefined } {
  const shown = show({
    schema: kindOf({ x: schema }),
    value: { spec: x === undefined ? {} : { x } },
    ...props,
  });
  return { ...shown, x: () => (shown.spec() as JsonObject).x };
}
