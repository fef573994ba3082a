package dev.chartroom.apimachinery.schema.rule;

import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.rule.RuleExpression.Outcome;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Location;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A rule and its expressions.
 *
 * @param fieldPath the path of a violation, relative to the path of the value; empty for the value itself
 * @param message the compiled {@code messageExpression}; null if the rule has none
 */
record CompiledRule(
        ValidationRule declared,
        RuleExpression expression,
        @Nullable RuleExpression message,
        String fieldPath) {
    private static final int LONGEST_MESSAGE = 5 * 1024;
    private static final String NO_SUCH_OVERLOAD = "no such overload";

    /** Evaluates the rule and adds errors to the run. */
    void check(RuleRun run, RuleNode node, Location at, JsonValue value, Ratchet before) {
        JsonValue old = before.old();
        if (expression.usesOldSelf() && old == null && !declared.optionalOldSelf()) {
            return;
        }
        Outcome outcome = expression.evaluate(value, old);
        if (!run.spend(outcome.cost())) {
            run.stop(() -> error(node, at.toString(), RuleRun.OUT_OF_BUDGET));
            return;
        }
        switch (outcome) {
            case Outcome.Truth(boolean holds, var _) -> {
                if (!holds) {
                    report(run, node, at, value, old, !expression.usesOldSelf() && before.isUnchanged());
                }
            }
            case Outcome.Failed(String reason, var _) -> run.add(() -> error(node, at.toString(), failure(reason)));
            case Outcome.TooCostly _ ->
                run.stop(() -> error(
                        node,
                        at.toString(),
                        "'operation cancelled: actual cost limit exceeded': no further validation rules will be run"
                                + " due to call cost exceeds limit for rule: " + declared.title()));
            case Outcome.Text _ -> throw new IllegalStateException("a rule is true or false");
        }
    }

    private String failure(String reason) {
        return reason.startsWith(NO_SUCH_OVERLOAD)
                ? "'" + reason + "': call arguments did not match a supported operator, function or macro signature"
                        + " for rule: " + declared.title()
                : reason + " evaluating rule: " + declared.title();
    }

    private void report(
            RuleRun run, RuleNode node, Location at, JsonValue value, @Nullable JsonValue old, boolean ratcheted) {
        String detail = declared.defaultDetail();
        if (message != null) {
            Outcome outcome = message.evaluate(value, old);
            if (outcome instanceof Outcome.TooCostly) {
                run.stop(() -> error(node, field(at), messageTooCostly()), ratcheted);
                return;
            }
            if (!run.spend(outcome.cost())) {
                run.stop(
                        () -> error(
                                node,
                                field(at),
                                "messageExpression evaluation failed due to running out of cost budget, no further"
                                        + " validation rules will be run"),
                        ratcheted);
                return;
            }
            if (outcome instanceof Outcome.Text(String text, var _) && isMessage(text.strip())) {
                detail = text.strip();
            }
        }
        if (!ratcheted) {
            String finalDetail = detail;
            run.add(() -> broken(node, field(at), value, finalDetail));
        }
    }

    private String field(Location at) {
        return fieldPath.isEmpty() ? at.toString() : at + "." + fieldPath;
    }

    private String messageTooCostly() {
        return "no further validation rules will be run due to call cost exceeds limit for messageExpression: "
                + new JsonString(declared.messageExpression());
    }

    private static FieldError error(RuleNode node, String field, String detail) {
        return FieldError.invalid(field, new JsonString(node.type()), detail);
    }

    private static boolean isMessage(String text) {
        return !text.isEmpty()
                && !text.contains("\n")
                && text.getBytes(StandardCharsets.UTF_8).length <= LONGEST_MESSAGE;
    }

    private FieldError broken(RuleNode node, String field, JsonValue value, String detail) {
        return switch (declared.reason()) {
            case ValidationRule.FORBIDDEN -> FieldError.forbidden(field, detail);
            case ValidationRule.REQUIRED -> FieldError.required(field, detail);
            case ValidationRule.DUPLICATE ->
                node.errorsOmitValue()
                        ? new FieldError(FieldError.Type.DUPLICATE, field, "Duplicate value")
                        : FieldError.duplicate(field, value);
            default ->
                node.errorsOmitValue()
                        ? new FieldError(FieldError.Type.INVALID, field, "Invalid value: " + detail)
                        : FieldError.invalid(field, value, detail);
        };
    }
}
