package dev.chartroom.adapters.json;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import java.util.Objects;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.constructor.core.ConstructYamlCoreFloat;
import org.snakeyaml.engine.v2.constructor.core.ConstructYamlCoreInt;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

/** Reads scalars according to YAML 1.2's core schema. */
final class YamlScalarReader {
    /** In characters. Converting long numbers takes more than linear time. */
    private static final int MAX_NUMBER_LENGTH = 1000;

    private static final ScalarResolver RESOLVER = new CoreScalarResolver(true);
    private static final ConstructNode INTEGER = new ConstructYamlCoreInt();
    private static final ConstructNode FLOAT = new ConstructYamlCoreFloat();

    private YamlScalarReader() {}

    /**
     * Returns the value of a scalar.
     *
     * @throws ApiException BadRequest for a tag or number that JSON cannot represent, and for a number that is too long
     *     or too large
     * @throws RuntimeException if the scalar does not have the form that its tag requires
     */
    static JsonValue value(ScalarEvent scalar) {
        Tag tag = tag(scalar);
        String text = scalar.getValue();
        if (tag.equals(Tag.STR) || tag.equals(Tag.MERGE)) {
            return new JsonString(Characters.whole(text));
        }
        if (tag.equals(Tag.INT)) {
            return number(INTEGER, tag, scalar);
        }
        if (tag.equals(Tag.FLOAT)) {
            return number(FLOAT, tag, scalar);
        }
        if (tag.equals(Tag.BOOL)) {
            return bool(text);
        }
        if (tag.equals(Tag.NULL)) {
            return JsonNull.NULL;
        }
        throw unknownTag(tag.getValue());
    }

    /** True for a string that has neither tag nor anchor. */
    static boolean isPlainString(ScalarEvent scalar) {
        return scalar.getAnchor().isEmpty()
                && scalar.getTag().isEmpty()
                && tag(scalar).equals(Tag.STR);
    }

    /** True for a key whose value is to be merged into its mapping. */
    static boolean isMerge(ScalarEvent key) {
        return key.getValue().equals("<<") && tag(key).equals(Tag.MERGE);
    }

    static ApiException unknownTag(String tag) {
        return ApiException.badRequest("the body contains a YAML value that JSON cannot represent: " + tag);
    }

    /**
     * Returns the given tag. Without a tag, the text of a plain scalar determines its type, and a quoted scalar is a
     * string.
     */
    private static Tag tag(ScalarEvent scalar) {
        return scalar.getTag()
                .filter(tag -> !tag.equals("!"))
                .map(Tag::new)
                .orElseGet(() ->
                        RESOLVER.resolve(scalar.getValue(), scalar.getImplicit().canOmitTagInPlainScalar()));
    }

    private static JsonBoolean bool(String text) {
        boolean isTrue = text.equalsIgnoreCase("true");
        if (!isTrue && !text.equalsIgnoreCase("false")) {
            throw new YamlEngineException("a value is tagged as a boolean but is not one");
        }
        return JsonBoolean.of(isTrue);
    }

    private static JsonNumber number(ConstructNode constructor, Tag tag, ScalarEvent scalar) {
        if (scalar.getValue().length() > MAX_NUMBER_LENGTH) {
            throw ApiException.badRequest(
                    "the body exceeds a limit: a number is longer than " + MAX_NUMBER_LENGTH + " characters");
        }
        ScalarNode node = new ScalarNode(tag, scalar.getValue(), scalar.getScalarStyle());
        Number value = (Number) Objects.requireNonNull(constructor.construct(node));
        return switch (value) {
            case Integer number -> JsonNumber.of(number);
            case Long number -> JsonNumber.of(number);
            case Double number
            when !Double.isFinite(number) ->
                throw ApiException.badRequest("the body contains a number that JSON cannot represent: " + number);
            default -> Numbers.parse(value.toString());
        };
    }
}
