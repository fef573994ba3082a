package dev.chartroom.bootstrap.adoption;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.json.YamlWriter;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.adoption.AdoptedObject;
import dev.chartroom.domain.kind.ApplicationKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The indented lines about an object that an adoption would make. */
record ObjectLines(ApplicationKind kind, AdoptedObject object) {
    private static final String INDENT = "  ";

    List<String> all() {
        List<String> lines = new ArrayList<>();
        yaml(object.spec()).lines().forEach(lines::add);
        object.hidden().forEach(path -> lines.add("hidden: " + path + ": users do not see this value"));
        object.errors().forEach(error -> lines.add("invalid: " + error));
        object.defaults()
                .forEach(shown -> lines.add("default: " + shown.path() + " is shown as " + shown.after()
                        + ", but the release does not have this value"));
        object.missing().forEach(change -> lines.add("template: " + change + ": " + byRollout()));
        object.different().forEach(change -> lines.add("template: " + change + ": stays, because it was edited"));
        return lines.stream().map(line -> INDENT + line).toList();
    }

    private String byRollout() {
        return kind.release()
                .rollout()
                .map(rollout -> rollout.paused()
                        ? "changes when spec.release.rollout is no longer paused"
                        : "changes by the rollout of the kind")
                .orElse("stays, because the definition has no spec.release.rollout");
    }

    private static String yaml(JsonObject spec) {
        byte[] json = JacksonCodec.ofStored().encode(JsonObject.of("spec", spec));
        return new String(YamlWriter.write(json), StandardCharsets.UTF_8);
    }
}
