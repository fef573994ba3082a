package dev.chartroom.adapters.http.json;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.ports.json.JsonCodec;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * YAML that says everything in place, as almost all does: no anchors, tags or merges, and keys that are strings. Its value
 * is made straight from the parser's events, with no tree of nodes and no tree of Java values in between.
 */
final class PlainYaml {
    private final LoadSettings settings;
    private final Function<ScalarNode, JsonValue> numbers;
    private final Iterator<Event> events;
    /** The same few names are in a definition again and again. */
    private final Map<String, String> names = new HashMap<>();

    private PlainYaml(byte[] yaml, LoadSettings settings, Function<ScalarNode, JsonValue> numbers) {
        this.settings = settings;
        this.numbers = numbers;
        this.events = new Parse(settings)
                .parseInputStream(new ByteArrayInputStream(yaml))
                .iterator();
    }

    /** There is more to the document than this reader knows, or something is wrong with it. */
    private static final class NotPlain extends RuntimeException {
        private static final long serialVersionUID = 1;

        private NotPlain() {
            super("not plain", null, false, false);
        }
    }

    /**
     * The value of a text.
     *
     * @param numbers makes the value of a scalar that the schema of the settings takes for a number
     * @return empty where the text is anything else than one plain document, and all the more where it is no YAML
     */
    static Optional<JsonValue> read(byte[] yaml, LoadSettings settings, Function<ScalarNode, JsonValue> numbers) {
        try {
            return Optional.of(new PlainYaml(yaml, settings, numbers).document());
        } catch (RuntimeException | StackOverflowError _) {
            // Whoever reads the whole tree says what is wrong.
            return Optional.empty();
        }
    }

    private JsonValue document() {
        events.next(); // the stream begins
        events.next(); // the document does
        JsonValue value = value(events.next(), JsonCodec.MAX_DEPTH);
        if (!(events.next() instanceof DocumentEndEvent) || !(events.next() instanceof StreamEndEvent)) {
            throw new NotPlain();
        }
        return value;
    }

    private JsonValue value(Event event, int depth) {
        return switch (event) {
            case ScalarEvent scalar when isPlain(scalar) -> scalar(scalar);
            case MappingStartEvent start
            when isPlain(start.getAnchor(), start.getTag()) && depth > 0 -> object(depth - 1);
            case SequenceStartEvent start
            when isPlain(start.getAnchor(), start.getTag()) && depth > 0 -> array(depth - 1);
            default -> throw new NotPlain();
        };
    }

    private static boolean isPlain(ScalarEvent scalar) {
        return isPlain(scalar.getAnchor(), scalar.getTag());
    }

    private static boolean isPlain(Optional<?> anchor, Optional<String> tag) {
        return anchor.isEmpty() && tag.isEmpty();
    }

    private JsonObject object(int depth) {
        JsonObject.Builder members = JsonObject.builder();
        Event event = events.next();
        while (!(event instanceof CollectionEndEvent)) {
            String name = name(event);
            if (members.has(name)) {
                throw new NotPlain();
            }
            members.put(name, value(events.next(), depth));
            event = events.next();
        }
        return members.build();
    }

    private String name(Event event) {
        if (event instanceof ScalarEvent scalar
                && isPlain(scalar)
                && tag(scalar).equals(Tag.STR)) {
            return names.computeIfAbsent(scalar.getValue(), Characters::whole);
        }
        throw new NotPlain();
    }

    private JsonArray array(int depth) {
        List<JsonValue> values = new ArrayList<>();
        Event event = events.next();
        while (!(event instanceof CollectionEndEvent)) {
            values.add(value(event, depth));
            event = events.next();
        }
        return new JsonArray(values);
    }

    private JsonValue scalar(ScalarEvent scalar) {
        Tag tag = tag(scalar);
        String text = scalar.getValue();
        if (tag.equals(Tag.STR)) {
            return new JsonString(Characters.whole(text));
        }
        if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
            return numbers.apply(new ScalarNode(tag, text, scalar.getScalarStyle()));
        }
        if (tag.equals(Tag.BOOL)) {
            return JsonBoolean.of(text.equalsIgnoreCase("true"));
        }
        if (tag.equals(Tag.NULL)) {
            return JsonNull.NULL;
        }
        throw new NotPlain();
    }

    /** What a scalar is without a tag: a quoted one is a string. */
    private Tag tag(ScalarEvent scalar) {
        return settings.getSchema()
                .getScalarResolver()
                .resolve(scalar.getValue(), scalar.getImplicit().canOmitTagInPlainScalar());
    }
}
