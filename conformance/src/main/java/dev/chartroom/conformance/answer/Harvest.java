package dev.chartroom.conformance.answer;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.conformance.document.Yaml;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the values in the answers to a case that the server chose, which the case does not contain. */
final class Harvest {
    private static final Pattern CHOSEN_VERSION = Pattern.compile("resourceVersion(?!Match)[^0-9{&]{0,30}?(\\d+)");
    private static final Pattern SUFFIX = Pattern.compile("[bcdfghjklmnpqrstvwxz2456789]{5}");
    private static final int LONGEST_BASE = 58;

    private final String source;
    private final Map<String, String> uids = new LinkedHashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Set<Long> versions = new TreeSet<>();
    private final Set<String> chosenVersions = new HashSet<>();

    private Harvest(String source) {
        this.source = source;
        Matcher chosen = CHOSEN_VERSION.matcher(source);
        while (chosen.find()) {
            chosenVersions.add(chosen.group(1));
        }
    }

    /**
     * Returns the tokens for the answers to one case.
     *
     * @param source the case
     */
    static Tokens of(JsonObject source, String group, List<Exchanged> exchanged, Instant from, Instant to) {
        Harvest harvest = new Harvest(source.toString());
        for (Exchanged each : exchanged) {
            JsonValue body = each.answer().body();
            harvest.generatedName(each.sent(), body);
            bodies(body).forEach(harvest::collect);
        }
        Map<String, String> versions = new LinkedHashMap<>();
        harvest.versions.forEach(version -> versions.put(Long.toString(version), "rv" + (versions.size() + 1)));
        return new Tokens(group, harvest.uids, versions, harvest.chosenVersions, harvest.names, from, to);
    }

    /** Returns all objects of an answer: the body, its items, and the objects of its rows and frames. */
    private static List<JsonObject> bodies(@Nullable JsonValue body) {
        List<JsonObject> found = new ArrayList<>();
        if (body instanceof JsonObject object) {
            found.add(object);
            object.arrayOrEmpty("items").forEach(item -> found.addAll(bodies(item)));
            object.arrayOrEmpty("rows").forEach(row -> found.addAll(bodies(member(row, "object"))));
            object.arrayOrEmpty("frames").forEach(frame -> found.addAll(bodies(member(frame, "object"))));
        }
        return found;
    }

    private static @Nullable JsonValue member(JsonValue value, String name) {
        return value instanceof JsonObject object ? object.get(name) : null;
    }

    private void collect(JsonObject body) {
        JsonObject metadata = body.objectOrEmpty("metadata");
        uid(metadata.stringOrEmpty("uid"));
        if (body.stringOrEmpty("kind").equals("Status")) {
            uid(body.objectOrEmpty("details").stringOrEmpty("uid"));
        }
        String version = metadata.stringOrEmpty("resourceVersion");
        if (metadata.has("name") && Tokens.VERSION.matcher(version).matches() && !chosenVersions.contains(version)) {
            versions.add(Long.parseLong(version));
        }
    }

    private void uid(String uid) {
        if (Tokens.UID.matcher(uid).matches() && !source.contains(uid)) {
            uids.computeIfAbsent(uid, _ -> "uid" + (uids.size() + 1));
        }
    }

    private void generatedName(@Nullable String sent, JsonValue body) {
        if (sent == null || !(body instanceof JsonObject answer)) {
            return;
        }
        String name = answer.objectOrEmpty("metadata")
                .string("name")
                .orElse(answer.objectOrEmpty("details").stringOrEmpty("name"));
        String base = base(sent);
        base = base.substring(0, Math.min(base.length(), LONGEST_BASE));
        if (!base.isEmpty()
                && name.startsWith(base)
                && SUFFIX.matcher(name.substring(base.length())).matches()
                && !source.contains(name)) {
            String token = base + "<generated" + (names.size() + 1) + ">";
            names.putIfAbsent(name, token);
        }
    }

    private static String base(String sent) {
        try {
            return Yaml.parse(sent) instanceof JsonObject object
                    ? object.objectOrEmpty("metadata").stringOrEmpty("generateName")
                    : "";
        } catch (RuntimeException _) {
            return ""; // some cases send bodies that cannot be decoded
        }
    }
}
