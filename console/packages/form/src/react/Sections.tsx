/** The sections of a form. The content of a closed section is not rendered. */
import { useContext, useId } from "react";
import { canShow } from "../core/branch";
import type { ObjectField, Placed, Section } from "../core/field";
import { isImmutable } from "../core/immutable";
import { type Json, type JsonObject, member } from "../core/json";
import { isWithin, pointerOf } from "../core/path";
import { isOpenFirst, sizeOf } from "../core/size";
import { effective, find } from "../core/value";
import type { Texts } from "../texts";
import { ErrorsContext, useForm } from "./context";
import { FieldView } from "./FieldView";
import { useDisclosure } from "./hooks";
import { Rest } from "./widgets/Rest";
import { UnionChoice, useUnion } from "./widgets/UnionChoice";

interface Props {
  readonly value: JsonObject;
  readonly readOnly: boolean;
  readonly headingLevel: 2 | 3 | 4;
}

/** A form with more controls starts with its first group open, and the others closed. */
const MOST_OPEN_CONTROLS = 40;

export function Sections(props: Props) {
  const { model, mode, baseline, read } = useForm();
  const spec = model.root.properties[0];
  if (!spec) {
    return null;
  }
  const readOnly = props.readOnly || isImmutable(model, spec, "/spec", mode, baseline, read);
  const value = member(props.value, "spec");
  return spec.kind === "object" && (value === undefined || canShow(spec, value)) && value !== null ? (
    <SpecSections {...props} readOnly={readOnly} spec={spec} />
  ) : (
    <PlacedField placed={{ field: spec, path: ["spec"] }} value={props.value} readOnly={readOnly} />
  );
}

function SpecSections({ spec, value, readOnly, headingLevel }: Props & { readonly spec: ObjectField }) {
  const { model, edit, texts } = useForm();
  const onChange = (next: Json | undefined) => edit("/spec", next);
  const shown = { value: member(value, "spec"), fallback: spec.defaultValue };
  const union = useUnion({ field: spec, ...shown, onChange });
  const isLarge = sizeOf(spec) > MOST_OPEN_CONTROLS;
  const firstGroup = model.sections.findIndex(({ kind }) => kind === "group");
  return (
    <>
      {spec.union.length > 0 && <UnionChoice union={union} label={spec.label} readOnly={readOnly} />}
      {model.sections.map((section, i) => (
        <SectionView
          title={titleOf(section, firstGroup >= 0, texts)}
          key={pointerOf(section.fields[0]?.path ?? [])}
          section={{ ...section, fields: section.fields.filter(({ path }) => union.shows(String(path[1]))) }}
          value={value}
          readOnly={readOnly}
          headingLevel={headingLevel}
          isOpenFirst={!isLarge || i <= firstGroup}
        />
      ))}
      <div className="cf-section">
        <Rest field={spec} pointer="/spec" value={shown.value} readOnly={readOnly} onChange={onChange} />
      </div>
    </>
  );
}

interface SectionProps extends Props {
  readonly section: Section;
  readonly title: string;
  readonly isOpenFirst: boolean;
}

function SectionView(props: SectionProps) {
  const { section, value, readOnly, headingLevel } = props;
  const { texts } = useForm();
  const errors = useContext(ErrorsContext);
  const id = useId();
  const pointers = section.fields.map(({ path }) => pointerOf(path));
  const contains = (target: string) => pointers.some((pointer) => isWithin(target, pointer));
  const [open, setOpen] = useDisclosure(contains, props.isOpenFirst);
  const Heading = `h${headingLevel}` as const;
  const fields = section.fields.map((placed) => (
    <PlacedField key={pointerOf(placed.path)} placed={placed} value={value} readOnly={readOnly} />
  ));
  if (fields.length === 0) {
    return null;
  }
  if (props.title === "") {
    return <div className="cf-section">{fields}</div>;
  }
  const problems = [...errors.keys()].filter((key) =>
    pointers.some((pointer) => isWithin(key, pointer)),
  ).length;
  return (
    <section className="cf-section" aria-labelledby={id}>
      <Heading className="cf-section-title">
        <button
          id={id}
          type="button"
          className="cf-disclosure"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {props.title}
        </button>
      </Heading>
      {!open && problems > 0 && <span className="cf-problem-count">{texts.problemCount(problems)}</span>}
      {open && (
        <>
          {section.help !== "" && <p className="cf-help">{section.help}</p>}
          {fields}
        </>
      )}
    </section>
  );
}

function PlacedField({
  placed,
  value,
  readOnly,
}: {
  readonly placed: Placed;
  readonly value: Json;
  readonly readOnly: boolean;
}) {
  const { model } = useForm();
  const { field, path } = placed;
  const shown = find(model, value, path);
  return (
    <FieldView
      field={field}
      pointer={pointerOf(path)}
      value={shown?.value}
      fallback={shown?.fallback}
      readOnly={readOnly}
      isOpenFirst={isOpenFirst(field, shown && effective(shown))}
    />
  );
}

/** The rest needs a title only if it follows groups. */
function titleOf(section: Section, hasGroups: boolean, texts: Texts): string {
  return section.kind === "rest" && hasGroups ? texts.otherSection : section.title;
}
