package dev.chartroom.adapters.json;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Reads a YAML text in one pass over its events. It builds the value directly, because SnakeYAML's node tree takes more
 * than linear time for repeated keys and for anchors with equal hashes.
 */
final class YamlDocument {
    /**
     * Aliases may add ten characters or values for each byte of the document. This limit lies between MIN_ALIASED and
     * MAX_ALIASED.
     */
    private static final int MIN_ALIASED = 32 * 1024;

    private static final int MAX_ALIASED = 1024 * 1024;
    private static final int ALIASED_SHARE = 10;
    /** The maximum number of duplicate keys that are reported. Upstream has the same limit for a JSON document. */
    private static final int MAX_DUPLICATES = 100;

    private final Iterator<Event> events;
    private final Map<String, Anchored> anchors = new HashMap<>();
    private final SharedNames names = new SharedNames();
    private final List<String> duplicates = new ArrayList<>();
    private boolean repeatsKeys;
    private long left;
    private int depth;
    private int deepest;

    YamlDocument(byte[] yaml, LoadSettings settings) {
        events = new Parse(settings)
                .parseInputStream(new ByteArrayInputStream(yaml))
                .iterator();
        left = (long) yaml.length + Math.clamp(ALIASED_SHARE * (long) yaml.length, MIN_ALIASED, MAX_ALIASED);
    }

    /** The value of an anchor. The value is null until it has been read. */
    private static final class Anchored {
        private @Nullable JsonValue value;
        private long size;
        private int height;
    }

    /**
     * Reads the document. To be called once.
     *
     * @throws ApiException BadRequest if the text is not one document, exceeds a limit, or holds a value that JSON
     *     cannot represent
     * @throws RuntimeException if the text is not valid YAML
     */
    JsonValue read() {
        events.next(); // the stream begins
        if (events.next() instanceof StreamEndEvent) {
            throw ApiException.badRequest("the body is empty where YAML was expected");
        }
        JsonValue value = value(events.next());
        events.next(); // the document ends
        if (!(events.next() instanceof StreamEndEvent)) {
            throw ApiException.badRequest("the body holds more than one YAML document");
        }
        return value;
    }

    /** True if the document has a key twice in one mapping. */
    boolean repeatsKeys() {
        return repeatsKeys;
    }

    /** Describes the first 100 duplicate keys in the words of Go's YAML reader. */
    List<String> duplicates() {
        return duplicates;
    }

    private JsonValue value(Event event) {
        Deadline.check();
        return switch (event) {
            case ScalarEvent scalar -> scalar(scalar);
            case MappingStartEvent start -> collection(start, Tag.MAP, this::object);
            case SequenceStartEvent start -> collection(start, Tag.SEQ, this::array);
            case AliasEvent alias -> aliased(alias);
            default -> throw malformed("found " + event.getEventId() + " where a value was expected", event);
        };
    }

    private JsonValue scalar(ScalarEvent scalar) {
        charge(1L + scalar.getValue().length());
        JsonValue value = YamlScalarReader.value(scalar);
        scalar.getAnchor()
                .ifPresent(anchor ->
                        close(open(anchor), value, 1L + scalar.getValue().length(), 0));
        return value;
    }

    private JsonValue collection(CollectionStartEvent start, Tag tag, Supplier<JsonValue> content) {
        start.getTag()
                .filter(given -> !given.equals("!") && !given.equals(tag.getValue()))
                .ifPresent(given -> {
                    throw YamlScalarReader.unknownTag(given);
                });
        Optional<Anchored> anchored = start.getAnchor().map(this::open);
        long leftBefore = left;
        int deepestBefore = deepest;
        charge(1);
        checkDepth(depth + 1);
        deepest = ++depth;
        JsonValue value = content.get();
        int height = deepest - --depth;
        deepest = Math.max(deepest, deepestBefore);
        anchored.ifPresent(opened -> close(opened, value, leftBefore - left, height));
        return value;
    }

    private JsonArray array() {
        List<JsonValue> values = new ArrayList<>();
        for (Event event = events.next(); !(event instanceof CollectionEndEvent); event = events.next()) {
            values.add(value(event));
        }
        return new JsonArray(values);
    }

    private JsonObject object() {
        JsonObject.Builder members = JsonObject.builder();
        List<JsonObject> merged = new ArrayList<>(0);
        for (Event event = events.next(); !(event instanceof CollectionEndEvent); event = events.next()) {
            if (event instanceof ScalarEvent key && YamlScalarReader.isMerge(key)) {
                merged.addAll(mergeable(value(events.next()), key));
                continue;
            }
            String name = name(event);
            boolean repeated = members.has(name);
            Event next = events.next();
            members.put(name, value(next));
            if (repeated) {
                addDuplicate(name, next);
            }
        }
        // A mapping's own members take precedence over merged ones, and the first merge over later ones.
        merged.forEach(source -> source.members().forEach((name, member) -> {
            if (!members.has(name)) {
                members.put(name, member);
            }
        }));
        return members.build();
    }

    private String name(Event key) {
        if (key instanceof ScalarEvent scalar && YamlScalarReader.isPlainString(scalar)) {
            charge(scalar.getValue().length());
            return names.shared(Characters.whole(scalar.getValue()));
        }
        if (key instanceof CollectionStartEvent) {
            throw invalidKey();
        }
        return switch (value(key)) {
            case JsonString(String text) -> text;
            case JsonNumber number -> number.toString();
            case JsonBoolean bool -> bool.toString();
            case JsonNull _, JsonObject _, JsonArray _ -> throw invalidKey();
        };
    }

    private static ApiException invalidKey() {
        return ApiException.badRequest("the body holds a YAML mapping with a key that is not a scalar");
    }

    private static List<JsonObject> mergeable(JsonValue value, Event key) {
        return switch (value) {
            case JsonObject mapping -> List.of(mapping);
            case JsonArray mappings when mappings.objects().size() == mappings.size() -> mappings.objects();
            default -> throw malformed("map merge requires map or sequence of maps as the value", key);
        };
    }

    private JsonValue aliased(AliasEvent alias) {
        String name = alias.getAlias().getValue();
        Anchored anchored = anchors.get(name);
        if (anchored == null) {
            throw malformed("found undefined alias " + name, alias);
        }
        if (anchored.value == null) {
            throw malformed("anchor '" + name + "' value contains itself", alias);
        }
        charge(anchored.size);
        checkDepth(depth + anchored.height);
        deepest = Math.max(deepest, depth + anchored.height);
        return anchored.value;
    }

    private Anchored open(Anchor anchor) {
        Anchored anchored = new Anchored();
        anchors.put(anchor.getValue(), anchored);
        return anchored;
    }

    private static void close(Anchored anchored, JsonValue value, long size, int height) {
        anchored.value = value;
        anchored.size = size;
        anchored.height = height;
    }

    private void addDuplicate(String name, Event value) {
        repeatsKeys = true;
        if (duplicates.size() < MAX_DUPLICATES) {
            duplicates.add("line " + line(value) + ": key " + new JsonString(name) + " already set in map");
        }
    }

    private static YamlEngineException malformed(String problem, Event event) {
        return new YamlEngineException(problem + " (line " + line(event) + ")");
    }

    /** Returns the line, counted from 1, or 0 if the parser sets no marks. */
    private static int line(Event event) {
        return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    }

    private void charge(long size) {
        left -= size;
        if (left < 0) {
            throw ApiException.badRequest("the body exceeds a limit: its aliases make it too large");
        }
    }

    private static void checkDepth(int depth) {
        if (depth > JsonCodec.MAX_DEPTH) {
            throw ApiException.badRequest(
                    "the body exceeds a limit: it is nested more than " + JsonCodec.MAX_DEPTH + " levels deep");
        }
    }
}
