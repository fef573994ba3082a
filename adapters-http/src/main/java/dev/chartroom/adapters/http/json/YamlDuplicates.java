package dev.chartroom.adapters.http.json;

import dev.chartroom.domain.json.JsonString;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** The keys that a YAML document has twice in one mapping, in the words of Go's YAML reader. */
final class YamlDuplicates {
    private final List<String> found = new ArrayList<>();
    /** An alias leads to a node that was looked at already. */
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private YamlDuplicates() {}

    /** @param yaml one document that can be read */
    static List<String> of(byte[] yaml, LoadSettings settings) {
        YamlDuplicates duplicates = new YamlDuplicates();
        new Compose(settings).composeInputStream(new ByteArrayInputStream(yaml)).ifPresent(duplicates::visit);
        return duplicates.found;
    }

    private void visit(Node node) {
        if (!seen.add(node)) {
            return;
        }
        if (node instanceof MappingNode mapping) {
            Set<String> keys = new HashSet<>();
            for (NodeTuple member : mapping.getValue()) {
                Node value = member.getValueNode();
                visit(value);
                if (member.getKeyNode() instanceof ScalarNode key && !keys.add(key.getValue())) {
                    found.add(
                            "line " + line(value) + ": key " + new JsonString(key.getValue()) + " already set in map");
                }
            }
        } else if (node instanceof SequenceNode sequence) {
            sequence.getValue().forEach(this::visit);
        }
    }

    private static int line(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    }
}
