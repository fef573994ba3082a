package dev.chartroom.apimachinery.schema.rule;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.schema.SchemaKeywords;
import java.util.List;

/**
 * One of the {@code x-kubernetes-validations}, as declared. It satisfies the checks of apiextensions.
 *
 * @param message the message, trimmed; empty if there is none
 * @param messageExpression the expression for the message; empty if there is none
 * @param fieldPath the path that violations report; empty if there is none
 */
record ValidationRule(
        String rule,
        String message,
        String messageExpression,
        String reason,
        String fieldPath,
        boolean optionalOldSelf,
        boolean declaresOptionalOldSelf) {
    static final String INVALID = "FieldValueInvalid";
    static final String FORBIDDEN = "FieldValueForbidden";
    static final String REQUIRED = "FieldValueRequired";
    static final String DUPLICATE = "FieldValueDuplicate";
    private static final List<String> REASONS = List.of(INVALID, FORBIDDEN, REQUIRED, DUPLICATE);

    /** @throws IllegalArgumentException if a CustomResourceDefinition could not contain the rule */
    static ValidationRule of(JsonObject declared, String path) {
        for (String field : List.of("rule", "message", "messageExpression", "reason", "fieldPath")) {
            if (declared.has(field) && !(declared.get(field) instanceof JsonString)) {
                throw SchemaKeywords.bad(path + "." + field, "must be a string");
            }
            refuseBlank(declared, field, path);
        }
        String rule = declared.stringOrEmpty("rule");
        String message = declared.stringOrEmpty("message").strip();
        if (rule.isEmpty()) {
            throw SchemaKeywords.bad(path + ".rule", "must be set");
        }
        refuseLineBreaks(message, path + ".message");
        refuseLineBreaks(declared.stringOrEmpty("fieldPath"), path + ".fieldPath");
        if (rule.strip().contains("\n") && message.isEmpty()) {
            throw SchemaKeywords.bad(path + ".message", "must be set, because the rule contains line breaks");
        }
        String reason = declared.string("reason").orElse(INVALID);
        if (!REASONS.contains(reason)) {
            throw SchemaKeywords.bad(
                    path + ".reason", "must be one of " + String.join(", ", REASONS) + ", not \"" + reason + "\"");
        }
        return new ValidationRule(
                rule,
                message,
                declared.stringOrEmpty("messageExpression"),
                reason,
                declared.stringOrEmpty("fieldPath"),
                declared.isTrue("optionalOldSelf"),
                declared.has("optionalOldSelf"));
    }

    private static void refuseBlank(JsonObject declared, String field, String path) {
        if (declared.string(field)
                .filter(text -> text.isBlank() && !text.isEmpty())
                .isPresent()) {
            throw SchemaKeywords.bad(path + "." + field, "must not be blank");
        }
    }

    private static void refuseLineBreaks(String text, String path) {
        if (text.contains("\n")) {
            throw SchemaKeywords.bad(path, "must not contain line breaks");
        }
    }

    /** Returns the rule's name in errors: its message, or the rule itself if there is no message. */
    String title() {
        return message.isEmpty() ? rule.strip() : message;
    }

    /** Returns the text of a violation if {@code messageExpression} yields no text. */
    String defaultDetail() {
        return message.isEmpty() ? "failed rule: " + rule.strip() : message;
    }
}
