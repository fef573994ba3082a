import { type FormEvent, useId, useState } from "react";
import { TEXTS } from "../texts";
import { Popover } from "../ui/Popover";
import { SearchField } from "../ui/SearchField";

interface FiltersProps {
  readonly search: string;
  readonly labels: string;
  readonly fields: string;
  /** False if there are too many objects to search in all of them. */
  readonly canSearch: boolean;
  readonly onSearch: (search: string) => void;
  readonly onLabels: (labels: string) => void;
  readonly onFields: (fields: string) => void;
}

export function Filters(props: FiltersProps) {
  const { search, labels, fields, canSearch, onSearch } = props;
  const count = [labels, fields].filter(Boolean).length;
  return (
    <>
      <SearchField label={TEXTS.table.filter} value={search} isDisabled={!canSearch} onChange={onSearch} />
      <Popover label={TEXTS.table.more} icon="filter" badge={count}>
        {(close) => <Selectors key={`${labels} ${fields}`} {...props} onDone={close} />}
      </Popover>
    </>
  );
}

function Selectors({
  labels,
  fields,
  onLabels,
  onFields,
  onDone,
}: FiltersProps & { readonly onDone: () => void }) {
  const [nextLabels, setLabels] = useState(labels);
  const [nextFields, setFields] = useState(fields);
  const id = useId();
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onLabels(nextLabels.trim());
    onFields(nextFields.trim());
    onDone();
  };
  return (
    <form className="stack" onSubmit={apply}>
      <label className="label" htmlFor={`${id}labels`}>
        {TEXTS.table.labels}
      </label>
      <input
        id={`${id}labels`}
        className="input code"
        value={nextLabels}
        spellCheck={false}
        autoCapitalize="off"
        aria-describedby={`${id}labels-help`}
        onChange={(event) => setLabels(event.target.value)}
      />
      <p id={`${id}labels-help`} className="muted">
        {TEXTS.table.labelsHelp}
      </p>
      <label className="label" htmlFor={`${id}fields`}>
        {TEXTS.table.fields}
      </label>
      <input
        id={`${id}fields`}
        className="input code"
        value={nextFields}
        spellCheck={false}
        autoCapitalize="off"
        aria-describedby={`${id}fields-help`}
        onChange={(event) => setFields(event.target.value)}
      />
      <p id={`${id}fields-help`} className="muted">
        {TEXTS.table.fieldsHelp}
      </p>
      <button type="submit" className="button button-primary">
        {TEXTS.edit.apply}
      </button>
    </form>
  );
}
