/** The choice between schemas of different shapes, and the widget of the chosen one. */
import { useId, useRef, useState } from "react";
import { advise } from "../../core/advice";
import { branchOf, canShow } from "../../core/branch";
import type { AlternativesField, Field } from "../../core/field";
import { initialOf } from "../../core/initial";
import type { Json } from "../../core/json";
import { effective } from "../../core/value";
import { idOf, useForm, type WidgetProps } from "../context";
import { Problems } from "../Problems";
import { isComposite, widgetFor } from "../widget-for";

export function AlternativesWidget(props: WidgetProps) {
  return props.field.kind === "alternatives" ? <Alternatives {...props} field={props.field} /> : null;
}

function Alternatives(props: WidgetProps & { readonly field: AlternativesField }) {
  const { field, label, value, readOnly, onChange } = props;
  const { texts } = useForm();
  const name = useId();
  const aside = useRef(new Map<Field, Json>());
  const [chosen, setChosen] = useState<Field>();
  const shown = effective(props);
  const fitting = branchOf(field, shown);
  // While the user types, a value can fit another branch better, so the choice of the user stays.
  const selected = chosen && (shown === undefined || canShow(chosen, shown)) ? chosen : fitting;
  if (selected !== chosen) {
    setChosen(selected);
  }
  const select = (branch: Field) => {
    if (selected && value !== undefined) {
      aside.current.set(selected, value);
    }
    setChosen(branch);
    onChange(aside.current.get(branch) ?? initialOf(branch));
  };
  return (
    <>
      <div role="radiogroup" aria-label={`${label}: ${texts.branch}`} className="cf-radios">
        {field.branches.map((branch) => (
          <label key={branch.label} className="cf-radio">
            <input
              type="radio"
              name={name}
              checked={branch === selected}
              disabled={readOnly}
              onChange={() => select(branch)}
            />
            {branch.label}
          </label>
        ))}
      </div>
      {selected && <Branch {...props} field={{ ...selected, role: field.role, required: true }} />}
    </>
  );
}

/** The heading of the alternatives names the branch, so its control has a hidden label only. */
function Branch(props: WidgetProps) {
  const { field, pointer, value } = props;
  const form = useForm();
  const { idPrefix, texts } = form;
  const id = idOf(idPrefix, pointer, "branch");
  const problemsId = idOf(idPrefix, pointer, "branch-problems");
  const problems = value === undefined ? [] : advise(field, value).map(texts.problem);
  const Control = widgetFor(field, form);
  if (isComposite(field)) {
    return (
      <>
        <Problems id={problemsId} messages={problems} />
        {Control && <Control {...props} />}
      </>
    );
  }
  return (
    <>
      <label htmlFor={id} className="cf-hidden">
        {props.label}
      </label>
      {Control && (
        <Control
          {...props}
          id={id}
          invalid={problems.length > 0}
          describedBy={problems.length > 0 ? problemsId : undefined}
        />
      )}
      <Problems id={problemsId} messages={problems} />
    </>
  );
}
