package dev.chartroom.adapters.http.json;

import dev.chartroom.domain.status.ApiException;
import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * What the anchors of a YAML document stand for. An alias within what it stands for is found before the document is
 * composed: SnakeYAML merges a mapping into itself for ever, and JSON has no form for such a value anyway.
 */
final class YamlAnchors {
    /** The number of the node that each anchor stands for, the last that has it. */
    private final Map<String, Integer> nodes = new HashMap<>();
    /** The numbers of the collections that have begun and not ended. */
    private final Set<Integer> open = new HashSet<>();

    private final Deque<Integer> path = new ArrayDeque<>();
    private int count;

    private YamlAnchors() {}

    /**
     * Checks a text.
     *
     * @throws ApiException BadRequest where an alias is within what it stands for
     * @throws RuntimeException where the text is no YAML
     */
    static void check(byte[] yaml, LoadSettings settings) {
        if (has(yaml, '&') && has(yaml, '*')) {
            new Parse(settings).parseInputStream(new ByteArrayInputStream(yaml)).forEach(new YamlAnchors()::check);
        }
    }

    private void check(Event event) {
        switch (event) {
            case CollectionStartEvent start -> {
                count++;
                start.getAnchor().ifPresent(anchor -> nodes.put(anchor.getValue(), count));
                open.add(count);
                path.push(count);
            }
            case CollectionEndEvent _ -> open.remove(path.pop());
            case ScalarEvent scalar -> {
                count++;
                scalar.getAnchor().ifPresent(anchor -> nodes.put(anchor.getValue(), count));
            }
            case AliasEvent alias
            when open.contains(nodes.get(alias.getAlias().getValue())) ->
                throw ApiException.badRequest(
                        "the body is not valid YAML: anchor '" + alias.getAlias() + "' value contains itself");
            default -> {}
        }
    }

    private static boolean has(byte[] text, char c) {
        for (byte b : text) {
            if (b == c) {
                return true;
            }
        }
        return false;
    }
}
