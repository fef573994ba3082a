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
    /** How many nodes there were, aliases replaced, when an anchored collection began; how many are in it where it ended. */
    private final Map<Integer, Long> sizes = new HashMap<>();

    private final long limit;
    private int count;
    private long total;

    private YamlAnchors(long limit) {
        this.limit = limit;
    }

    /**
     * Checks a text.
     *
     * @param limit how many nodes it may have with each alias replaced by what it stands for: a merge copies them
     * @throws ApiException BadRequest where an alias is within what it stands for, or there are more nodes
     * @throws RuntimeException where the text is no YAML
     */
    static void check(byte[] yaml, LoadSettings settings, long limit) {
        if (has(yaml, '&') && has(yaml, '*')) {
            new Parse(settings).parseInputStream(new ByteArrayInputStream(yaml)).forEach(new YamlAnchors(limit)::check);
        }
    }

    private void check(Event event) {
        switch (event) {
            case CollectionStartEvent start -> {
                count++;
                start.getAnchor().ifPresent(anchor -> {
                    nodes.put(anchor.getValue(), count);
                    sizes.put(count, total);
                });
                total++;
                open.add(count);
                path.push(count);
            }
            case CollectionEndEvent _ -> {
                int ended = path.pop();
                open.remove(ended);
                sizes.computeIfPresent(ended, (_, before) -> total - before);
            }
            case ScalarEvent scalar -> {
                count++;
                total++;
                scalar.getAnchor().ifPresent(anchor -> nodes.put(anchor.getValue(), count));
            }
            case AliasEvent alias
            when open.contains(nodes.get(alias.getAlias().getValue())) ->
                throw ApiException.badRequest(
                        "the body is not valid YAML: anchor '" + alias.getAlias() + "' value contains itself");
            case AliasEvent alias -> {
                total += sizes.getOrDefault(nodes.getOrDefault(alias.getAlias().getValue(), 0), 1L);
                if (total > limit) {
                    throw ApiException.badRequest("the body exceeds a limit: its aliases make it too large");
                }
            }
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
