package dev.chartroom.e2e.parity;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.conformance.document.Yaml;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import java.util.ArrayList;
import java.util.List;

/** The kinds of real definitions, if they are beside the repository, in the groups of the suite. */
final class RealKinds {
    private RealKinds() {}

    /** Returns the kinds that can be CRDs, and prints why the others cannot. */
    static List<TestKind> acceptedBy(ControlPlane controlPlane) {
        List<TestKind> all = all();
        List<String> refusals = CrdSide.refusals(controlPlane, all);
        List<TestKind> accepted = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (refusals.get(i).isEmpty()) {
                accepted.add(all.get(i));
            } else {
                System.out.println("e2e: SKIPPED: " + all.get(i).kind() + " can be no CRD: " + refusals.get(i));
            }
        }
        return accepted;
    }

    private static List<TestKind> all() {
        return Yaml.files(Definitions.COZYSTACK.resolve("definitions")).stream()
                .map(Yaml::read)
                .map(definition -> kind(definition.objectOrEmpty("spec").objectOrEmpty("application")))
                .toList();
    }

    private static TestKind kind(JsonObject application) {
        JsonObject names = application.without("openAPISchema");
        JsonValue schema = Yaml.parse(application.stringOrEmpty("openAPISchema"));
        return new TestKind(
                names,
                (JsonObject) withoutIncompleteDefaults(schema),
                JsonArray.EMPTY,
                false,
                false,
                JsonArray.EMPTY,
                JsonObject.EMPTY,
                JsonObject.EMPTY);
    }

    /** Removes defaults that lack a required field, on both sides: charts often have them, but a CRD must not. */
    private static JsonValue withoutIncompleteDefaults(JsonValue value) {
        return switch (value) {
            case JsonObject object -> {
                JsonObject.Builder kept = JsonObject.builder();
                object.members().forEach((name, member) -> kept.put(name, withoutIncompleteDefaults(member)));
                JsonArray required = object.arrayOrEmpty("required");
                boolean incomplete = object.get("default") instanceof JsonObject given
                        && required.values().stream()
                                .anyMatch(name -> name instanceof JsonString(String text) && !given.has(text));
                yield (incomplete ? kept.remove("default") : kept).build();
            }
            case JsonArray array -> array.map(RealKinds::withoutIncompleteDefaults);
            default -> value;
        };
    }
}
