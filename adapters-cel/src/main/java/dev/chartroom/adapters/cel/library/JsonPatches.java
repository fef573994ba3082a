package dev.chartroom.adapters.cel.library;

import static dev.cel.common.types.SimpleType.STRING;

/** Kubernetes' library for expressions that construct a JSON Patch. */
public final class JsonPatches {
    private JsonPatches() {}

    public static Library library() {
        return new Library()
                .global(
                        "jsonpatch.escapeKey",
                        "string_jsonpatch_escapeKey_string",
                        a -> ((String) a[0]).replace("~", "~0").replace("/", "~1"),
                        STRING,
                        STRING);
    }
}
