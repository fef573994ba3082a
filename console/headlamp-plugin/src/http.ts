/** Sends the requests of the pages through Headlamp, which knows the cluster and the user. */
import { ApiProxy } from "@kinvolk/headlamp-plugin/lib";
import { Http } from "../../app/src/api/http";

/** Headlamp sends requests to the cluster in the address of the page. */
export const http = new Http({ fetch: throughHeadlamp, token: () => undefined });

async function throughHeadlamp(path: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const { method, body, signal } = init;
  try {
    return await ApiProxy.request(
      String(path),
      {
        isJSON: false,
        ...(method && { method }),
        ...(body && { body }),
        ...(signal && { signal }),
        // Headlamp adds its own headers to this object.
        headers: Object.fromEntries(new Headers(init.headers)),
      },
      false,
    );
  } catch (error) {
    return answerOf(error);
  }
}

/** Headlamp turns an answer that is an error into a text such as `Conflict - the object has been modified`. */
export function answerOf(error: unknown): Response {
  const { status, message } = error as { status?: number; message: string };
  if (status === undefined) {
    throw error;
  }
  const text = message.replace(/^[^-]*- /, "");
  const causes = status === 422 ? causesOf(text) : [];
  return Response.json(
    { kind: "Status", code: status, message: text, ...(causes.length > 0 && { details: { causes } }) },
    { status },
  );
}

/** Reads the fields from the message of an invalid object, because Headlamp drops the causes of a Status. */
export function causesOf(message: string): readonly { field: string; message: string }[] {
  const [, list, single] = / is invalid: (?:\[(.*)]|(.*))$/s.exec(message) ?? [];
  const parts = (list ?? single ?? "").split(/, (?=[A-Za-z][\w.[\]]*: (?:[A-Z]\w+ value|Forbidden|Too \w+))/);
  return parts.flatMap((part) => {
    const [, field, problem] = /^([A-Za-z][\w.[\]]*): (.*)$/s.exec(part) ?? [];
    return field && problem ? [{ field, message: problem }] : [];
  });
}
