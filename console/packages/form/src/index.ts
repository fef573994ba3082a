export { type Cause, causesOf, follow } from "./core/causes";
export { check, type Finding } from "./core/check";
export type * from "./core/field";
export type { Hint, Options } from "./core/hints";
export { equal, type Json, type JsonObject, withMember } from "./core/json";
export { parseJson, printJson } from "./core/json-text";
export { buildModel, type Definition } from "./core/model";
export { fieldPath, type Path, type Segment } from "./core/path";
export type { Problem, ProblemCode } from "./core/problem";
export { unknownFields } from "./core/unknown";
export { edit, find } from "./core/value";
export {
  type Choice,
  type ChoiceRequest,
  type ChoiceSource,
  type Choices,
  choicesOf,
} from "./react/choices";
export type { Widget, WidgetProps, Widgets } from "./react/context";
export { Form, type FormProps } from "./react/Form";
export { WIDGETS } from "./react/widgets";
export { TEXTS, type Texts } from "./texts";
