package dev.chartroom.apimachinery.schema.rule;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.SchemaRules;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Location;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The compiled rules of a schema. A check walks the schema, the value and the old value together. The old value of a
 * member is found by its name, and the old value of an item in a list of type map by its keys. Items of other lists
 * have no old values. Violations by an unchanged value are not reported, unless the rule uses {@code oldSelf}
 * (KEP-4008).
 */
public final class RuleTree implements SchemaRules {
    /**
     * The cost budget of all rules for one object: apiserver's RuntimeCELCostBudget. It limits the evaluation to a few
     * seconds.
     */
    static final long BUDGET = 10_000_000;

    private final RuleNode root;

    private RuleTree(RuleNode root) {
        this.root = root;
    }

    /**
     * Compiles the rules of a structural schema and of the schemas inside it.
     *
     * @return {@code SchemaRules.NONE} if there are none
     * @throws IllegalArgumentException if a rule does not compile; the message contains the rule, its path and the
     *     reason
     */
    public static SchemaRules of(JsonObject schema, RuleLanguage language) {
        RuleNode root = new RuleTreeBuilder(language).root(schema);
        return root.containsRules() ? new RuleTree(root) : SchemaRules.NONE;
    }

    @Override
    public List<FieldError> check(String path, JsonValue value, @Nullable JsonValue old) {
        RuleRun run = new RuleRun(BUDGET);
        check(run, root, Location.of(path), value, Ratchet.of(root, value, old));
        return run.errors();
    }

    private static void check(RuleRun run, RuleNode node, Location at, JsonValue value, Ratchet before) {
        Deadline.check();
        if (!node.containsRules() || value == JsonNull.NULL || run.isStopped()) {
            return;
        }
        if (!node.rules().isEmpty() && run.isBudgetExhausted()) {
            run.stop(() -> FieldError.invalid(at.toString(), new JsonString(node.type()), RuleRun.OUT_OF_BUDGET));
            return;
        }
        for (CompiledRule rule : node.rules()) {
            rule.check(run, node, at, value, before);
            if (run.isStopped()) {
                return;
            }
        }
        if (value instanceof JsonObject object) {
            object.members().forEach((name, member) -> {
                RuleNode place = node.member(name);
                if (place != null) {
                    boolean declared = node.properties().containsKey(name);
                    check(run, place, declared ? at.child(name) : at.key(name), member, before.member(name));
                }
            });
        } else if (value instanceof JsonArray array && node.items() != null) {
            for (int i = 0; i < array.size(); i++) {
                check(run, node.items(), at.index(i), array.get(i), before.item(i));
            }
        }
    }
}
