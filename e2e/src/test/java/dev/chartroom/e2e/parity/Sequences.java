package dev.chartroom.e2e.parity;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.conformance.cases.CaseText;
import dev.chartroom.conformance.cases.ParityCase;
import dev.chartroom.conformance.document.Yaml;
import dev.chartroom.conformance.schema.Dice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Generates sequences of operations from seeds. There are few names, few managers and small specs, so that operations
 * interact: stale updates, conflicting applies, deletes with finalizers, pages of changing lists. Values from earlier
 * answers are placeholders, so a sequence is an ordinary case.
 */
final class Sequences {
    /** The kind of the sequences: the spec of a Widget under its own name. */
    static final String KIND = "Sprocket";

    private static final String[] NAMES = {"a", "b", "c"};
    private static final String[] MANAGERS = {"alice", "bob", "carol"};
    private static final String MERGE_PATCH = "application/merge-patch+json";
    private static final String JSON_PATCH = "application/json-patch+json";
    private static final String APPLY_PATCH = "application/apply-patch+yaml";

    private final Dice dice;
    private final List<ParityCase.Step> steps = new ArrayList<>();
    private final Map<String, List<String>> answersByName = new HashMap<>();
    private @Nullable String page;

    private Sequences(long seed) {
        dice = new Dice(seed);
    }

    /** Returns the sequence of a seed. */
    static ParityCase of(long seed, int length) {
        Sequences sequence = new Sequences(seed);
        while (sequence.steps.size() < length) {
            sequence.next();
        }
        return CaseText.withSteps("generated/sequences", "seed-" + seed, KIND, sequence.steps);
    }

    private void next() {
        int choice = dice.below(100);
        if (choice < 18) {
            create();
        } else if (choice < 31) {
            update();
        } else if (choice < 42) {
            mergePatch();
        } else if (choice < 50) {
            jsonPatch();
        } else if (choice < 70) {
            apply();
        } else if (choice < 79) {
            delete();
        } else if (choice < 81) {
            deleteCollection();
        } else if (choice < 89) {
            list();
        } else if (choice < 96) {
            get();
        } else {
            watch();
        }
    }

    private void create() {
        boolean generated = dice.chance(10);
        String name = dice.oneOf(NAMES);
        JsonObject.Builder metadata = JsonObject.builder();
        // a unique base: the order of two generated names with the same base would be random
        metadata.put(generated ? "generateName" : "name", generated ? "g" + steps.size() + "-" : name);
        decorate(metadata);
        add(
                "POST",
                "{objects}" + query(manager(), dryRun(), validation()),
                null,
                object(metadata.build(), WidgetSpecs.spec(dice)),
                generated ? null : name);
    }

    private void update() {
        String name = dice.oneOf(NAMES);
        JsonObject.Builder metadata = JsonObject.builder().put("name", name);
        int choice = dice.below(10);
        if (choice < 6) {
            last(name)
                    .ifPresent(answer -> metadata.put("resourceVersion", "{" + answer + ":/metadata/resourceVersion}"));
        } else if (choice < 9) {
            any(name)
                    .ifPresent(answer -> metadata.put("resourceVersion", "{" + answer + ":/metadata/resourceVersion}"));
        }
        if (dice.chance(15)) {
            any(name).ifPresent(answer -> metadata.put("uid", "{" + answer + ":/metadata/uid}"));
        }
        decorate(metadata);
        add(
                "PUT",
                "{objects}/" + name + query(manager(), dryRun(), validation()),
                null,
                object(metadata.build(), WidgetSpecs.spec(dice)),
                name);
    }

    private void mergePatch() {
        String name = dice.oneOf(NAMES);
        JsonObject.Builder patch = JsonObject.builder();
        JsonObject.Builder metadata = JsonObject.builder();
        decorate(metadata);
        if (dice.chance(20)) {
            metadata.put("labels", Yaml.parse(dice.oneOf("{team: null}", "null", "{team: blue}")));
        }
        if (dice.chance(25)) {
            metadata.put("finalizers", Yaml.parse(dice.oneOf("null", "[]", "[example.com/hold]")));
        }
        if (dice.chance(15)) {
            any(name)
                    .ifPresent(answer -> metadata.put("resourceVersion", "{" + answer + ":/metadata/resourceVersion}"));
        }
        if (!metadata.build().isEmpty()) {
            patch.put("metadata", metadata.build());
        }
        JsonObject spec = WidgetSpecs.field(dice);
        patch.put("spec", dice.chance(15) ? nulls(spec) : spec);
        add("PATCH", "{objects}/" + name + query(manager(), dryRun(), validation()), MERGE_PATCH, patch.build(), name);
    }

    private void jsonPatch() {
        String name = dice.oneOf(NAMES);
        List<JsonValue> operations = new ArrayList<>();
        for (int i = dice.below(3); i >= 0; i--) {
            operations.add(Yaml.parse(dice.oneOf(
                    "{op: replace, path: /spec/size, value: 2}",
                    "{op: add, path: /spec/title, value: three}",
                    "{op: remove, path: /spec/title}",
                    "{op: test, path: /spec/size, value: 2}",
                    "{op: add, path: /spec/steps, value: [s]}",
                    "{op: add, path: /spec/steps/-, value: t}",
                    "{op: remove, path: /spec/steps/0}",
                    "{op: add, path: /metadata/labels, value: {team: red}}",
                    "{op: remove, path: /metadata/finalizers}",
                    "{op: copy, from: /spec/mode, path: /spec/title}",
                    "{op: move, from: /spec/title, path: /spec/nickname}",
                    "{op: replace, path: /spec/mode, value: tiny}",
                    "{op: add, path: /spec/tags, value: [x, y]}")));
        }
        add(
                "PATCH",
                "{objects}/" + name + query(manager(), dryRun(), validation()),
                JSON_PATCH,
                new JsonArray(operations),
                name);
    }

    private void apply() {
        String name = dice.oneOf(NAMES);
        JsonObject.Builder metadata = JsonObject.builder().put("name", name);
        decorate(metadata);
        if (dice.chance(5)) {
            any(name)
                    .ifPresent(answer -> metadata.put("resourceVersion", "{" + answer + ":/metadata/resourceVersion}"));
        }
        String force = dice.chance(40) ? "force=" + dice.oneOf("true", "true", "false") : "";
        add(
                "PATCH",
                "{objects}/" + name + query("fieldManager=" + dice.oneOf(MANAGERS), force, dryRun(), validation()),
                APPLY_PATCH,
                object(metadata.build(), WidgetSpecs.spec(dice)),
                name);
    }

    private void delete() {
        String name = dice.oneOf(NAMES);
        JsonObject.Builder options = JsonObject.builder();
        if (dice.chance(30)) {
            // the other policies involve the garbage collector, whose timing is random
            options.put("propagationPolicy", "Background");
        }
        if (dice.chance(15)) {
            options.put("gracePeriodSeconds", dice.below(3));
        }
        JsonObject.Builder preconditions = JsonObject.builder();
        if (dice.chance(25)) {
            any(name).ifPresent(answer -> preconditions.put("uid", "{" + answer + ":/metadata/uid}"));
        }
        if (dice.chance(15)) {
            any(name)
                    .ifPresent(answer ->
                            preconditions.put("resourceVersion", "{" + answer + ":/metadata/resourceVersion}"));
        }
        if (!preconditions.build().isEmpty()) {
            options.put("preconditions", preconditions.build());
        }
        JsonObject body = options.build();
        add("DELETE", "{objects}/" + name + query(dryRun()), null, body.isEmpty() ? null : body, name);
    }

    private void deleteCollection() {
        add("DELETE", "{objects}" + query("labelSelector=" + selector(), dryRun()), null, null, null);
    }

    private void list() {
        if (page != null && dice.chance(60)) {
            String before = page;
            page = null;
            add("GET", "{objects}?limit=1&continue={" + before + ":/metadata/continue}", null, null, null);
            return;
        }
        String answer = add(
                "GET",
                "{objects}"
                        + query(
                                dice.chance(40) ? "limit=" + (1 + dice.below(2)) : "",
                                dice.chance(30) ? "labelSelector=" + selector() : "",
                                dice.chance(15) ? "fieldSelector=metadata.name" + dice.oneOf("=", "!=") + "a" : ""),
                null,
                null,
                null);
        page = steps.getLast().path().contains("limit=") ? answer : page;
    }

    private void get() {
        String name = dice.oneOf(NAMES);
        add("GET", "{objects}/" + name, null, null, name);
        if (dice.chance(20)) {
            ParityCase.Step step = steps.removeLast();
            String as = dice.oneOf("PartialObjectMetadata", "Table");
            steps.add(new ParityCase.Step(
                    step.method(),
                    step.path(),
                    Map.of("Accept", "application/json;as=" + as + ";g=meta.k8s.io;v=v1"),
                    null,
                    null,
                    null,
                    null));
            answersByName.getOrDefault(name, new ArrayList<>()).remove(step.as());
        }
    }

    private void watch() {
        any(dice.oneOf(NAMES))
                .ifPresent(answer -> add(
                        "GET",
                        "{objects}?watch=true&timeoutSeconds=1&resourceVersion={" + answer
                                + ":/metadata/resourceVersion}"
                                + (dice.chance(30) ? "&labelSelector=" + selector() : ""),
                        null,
                        null,
                        null));
    }

    private void decorate(JsonObject.Builder metadata) {
        if (dice.chance(30)) {
            metadata.put("labels", Yaml.parse(dice.oneOf("{team: red}", "{team: blue}", "{team: red, tier: x}")));
        }
        if (dice.chance(10)) {
            metadata.put("annotations", Yaml.parse(dice.oneOf("{note: one}", "{note: two, example.com/x: y}")));
        }
        if (dice.chance(12)) {
            metadata.put("finalizers", Yaml.parse("[example.com/hold]"));
        }
    }

    private String selector() {
        return dice.oneOf("team%3Dred", "team", "!team", "team+in+(red,blue)", "tier!%3Dx");
    }

    private String manager() {
        return dice.chance(70) ? "fieldManager=" + dice.oneOf(MANAGERS) : "";
    }

    private String dryRun() {
        return dice.chance(8) ? "dryRun=All" : "";
    }

    private String validation() {
        return dice.chance(25) ? "fieldValidation=" + dice.oneOf("Strict", "Warn", "Ignore") : "";
    }

    private static String query(String... parameters) {
        String query = String.join(
                "&", Arrays.stream(parameters).filter(each -> !each.isEmpty()).toList());
        return query.isEmpty() ? "" : "?" + query;
    }

    private static JsonObject nulls(JsonObject fields) {
        JsonObject.Builder nulls = JsonObject.builder();
        fields.names().forEach(name -> nulls.put(name, JsonNull.NULL));
        return nulls.build();
    }

    private static JsonObject object(JsonObject metadata, JsonObject spec) {
        return JsonObject.builder()
                .put("apiVersion", "{apiVersion}")
                .put("kind", "{kind}")
                .put("metadata", metadata)
                .put("spec", spec)
                .build();
    }

    private Optional<String> last(String name) {
        List<String> answers = answersByName.getOrDefault(name, List.of());
        return answers.isEmpty() ? Optional.empty() : Optional.of(answers.getLast());
    }

    private Optional<String> any(String name) {
        List<String> answers = answersByName.getOrDefault(name, List.of());
        return answers.isEmpty() ? Optional.empty() : Optional.of(dice.oneOf(answers));
    }

    private String add(
            String method, String path, @Nullable String type, @Nullable JsonValue body, @Nullable String name) {
        String as = "s" + (steps.size() + 1);
        Map<String, @Nullable String> headers = new LinkedHashMap<>();
        if (type != null) {
            headers.put("Content-Type", type);
        }
        steps.add(new ParityCase.Step(method, path, headers, body, null, as, null));
        if (name != null) {
            answersByName.computeIfAbsent(name, _ -> new ArrayList<>()).add(as);
        }
        return as;
    }
}
