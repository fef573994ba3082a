package dev.chartroom.apimachinery.patch;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonSize;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import java.util.ArrayList;
import java.util.List;

/**
 * A JSON Patch (RFC 6902) with the limits (wire contract D59) and the leniency of kube-apiserver. A missing member of
 * an object can be replaced, and counts as null in a test or copy. A negative index counts from the end.
 */
public final class JsonPatch {
    static final int MAX_OPERATIONS = 10_000;
    static final long MAX_COPIED_BYTES = 3L * 1024 * 1024;

    private final List<PatchOperation> operations;

    /** Thrown if the patch does not apply because a test in it fails. */
    public static final class TestFailedException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        TestFailedException(String message) {
            super(message);
        }
    }

    private JsonPatch(List<PatchOperation> operations) {
        this.operations = List.copyOf(operations);
    }

    /**
     * Reads a patch.
     *
     * @throws IllegalArgumentException if it is not a list of operations; the message contains the invalid operation
     *     and the reason
     * @throws ApiException RequestEntityTooLarge if it has more than 10,000 operations
     */
    public static JsonPatch parse(JsonValue json) {
        if (!(json instanceof JsonArray(var values))) {
            throw new IllegalArgumentException("a JSON patch must be a list of operations");
        }
        if (values.size() > MAX_OPERATIONS) {
            throw new ApiException(ApiError.plain(
                    StatusReason.REQUEST_ENTITY_TOO_LARGE,
                    "The allowed maximum operations in a JSON patch is " + MAX_OPERATIONS + ", got " + values.size()));
        }
        List<PatchOperation> operations = new ArrayList<>(values.size());
        for (JsonValue value : values) {
            try {
                operations.add(PatchOperation.parse(value));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("operation " + operations.size() + ": " + e.getMessage(), e);
            }
        }
        return new JsonPatch(operations);
    }

    /** Returns whether the patch has no operations and so changes nothing. */
    public boolean isEmpty() {
        return operations.isEmpty();
    }

    /**
     * Applies the patch to a document without hidden members. All operations apply, or none.
     *
     * @throws IllegalArgumentException if more than 3 MiB are copied, the result is nested too deep, or an operation
     *     does not apply, for example because a test fails or a path does not exist. The message contains the operation
     *     (counted from 0), its path and the reason
     */
    public JsonValue apply(JsonValue document) {
        return apply(document, HiddenMembers.NONE);
    }

    /**
     * Works like {@link #apply(JsonValue)}, but a removal also applies to a hidden member.
     *
     * @param hidden the hidden members. If an operation fails, earlier operations may have removed some of them
     */
    public JsonValue apply(JsonValue document, HiddenMembers hidden) {
        Draft draft = new Draft(document);
        long copied = 0;
        for (int i = 0; i < operations.size(); i++) {
            Deadline.check();
            PatchOperation operation = operations.get(i);
            try {
                if (!removesHidden(operation, draft, document, hidden)) {
                    copied += apply(operation, draft, MAX_COPIED_BYTES - copied);
                }
            } catch (TestFailedException e) {
                throw new TestFailedException("operation " + i + " (" + operation.name() + "): " + e.getMessage());
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "operation " + i + " (" + operation.name() + "): " + e.getMessage(), e);
            }
        }
        return draft.value();
    }

    private static boolean removesHidden(
            PatchOperation operation, Draft draft, JsonValue document, HiddenMembers hidden) {
        return operation instanceof PatchOperation.Remove(var path)
                && draft.neverHad(path, document)
                && hidden.remove(path);
    }

    /** Applies one operation and returns the number of copied bytes. */
    private static long apply(PatchOperation operation, Draft draft, long copyable) {
        switch (operation) {
            case PatchOperation.Add(var path, var value) -> draft.add(path, new Draft(value));
            case PatchOperation.Remove(var path) -> draft.remove(path);
            case PatchOperation.Replace(var path, var value) -> draft.replace(path, value);
            case PatchOperation.Move(var from, var path) -> move(draft, from, path);
            case PatchOperation.Inapplicable(var reason) -> throw new IllegalArgumentException(reason);
            case PatchOperation.Copy(var from, var path) -> {
                JsonValue copy = draft.member(from).value();
                long size = JsonSize.of(copy, copyable);
                if (size > copyable) {
                    throw new IllegalArgumentException(
                            "the patch copies more than the " + MAX_COPIED_BYTES + " bytes that are allowed");
                }
                draft.add(path, new Draft(copy));
                return size;
            }
            case PatchOperation.Test(var path, var value) -> {
                if (!draft.member(path).holds(value)) {
                    throw new TestFailedException("the value is different");
                }
            }
        }
        return 0;
    }

    private static void move(Draft draft, JsonPointer from, JsonPointer path) {
        if (from.equals(path)) {
            draft.at(from);
            return;
        }
        if (from.isPrefixOf(path)) {
            throw new IllegalArgumentException("the value at \"" + from + "\" cannot be moved into itself");
        }
        draft.add(path, draft.remove(from));
    }
}
