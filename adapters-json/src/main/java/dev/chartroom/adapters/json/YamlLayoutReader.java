package dev.chartroom.adapters.json;

import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.TextLayout;
import dev.chartroom.apimachinery.json.TextLayout.Comment;
import dev.chartroom.apimachinery.json.TextLayout.Place;
import dev.chartroom.ports.json.LayoutReader;
import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.comments.CommentType;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.CommentEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/** Reads the layout of a YAML document from its parser's events. */
public final class YamlLayoutReader implements LayoutReader {
    private static final int MAX_CODE_POINTS = 16 * 1024 * 1024;

    @Override
    public TextLayout layout(byte[] yaml) {
        try {
            return new Walk().walked(yaml, true);
        } catch (RuntimeException _) {
            return withoutComments(yaml);
        }
    }

    /**
     * Reads the layout again without comments, because the parser fails on comments in some places where YAML allows
     * them.
     */
    private static TextLayout withoutComments(byte[] yaml) {
        try {
            return new Walk().walked(yaml, false);
        } catch (RuntimeException _) {
            return TextLayout.UNKNOWN;
        }
    }

    /** A mapping or a sequence that has begun and not ended. */
    private static final class Open {
        private final List<String> path;
        private final boolean mapping;
        private @Nullable String key;
        private int index;

        private Open(List<String> path, boolean mapping) {
            this.path = path;
            this.mapping = mapping;
        }

        private List<String> child(String token) {
            List<String> child = new ArrayList<>(path);
            child.add(token);
            return child;
        }
    }

    /** Collects the layout of one document, event by event. */
    private static final class Walk {
        private final Map<JsonPointer, Place> places = new LinkedHashMap<>();
        private final List<Comment> comments = new ArrayList<>();
        private final Deque<Open> open = new ArrayDeque<>();

        private TextLayout walked(byte[] yaml, boolean withComments) {
            LoadSettings settings = LoadSettings.builder()
                    .setParseComments(withComments)
                    .setCodePointLimit(MAX_CODE_POINTS)
                    .setBufferSize(64 * 1024)
                    .build();
            for (Event event : new Parse(settings).parseInputStream(new ByteArrayInputStream(yaml))) {
                visit(event);
            }
            return new TextLayout(places, comments);
        }

        private void visit(Event event) {
            switch (event) {
                case CommentEvent comment -> comment(comment);
                case ScalarEvent scalar -> node(scalar, scalar.getValue());
                case AliasEvent alias -> node(alias, "");
                case CollectionStartEvent start ->
                    open.push(new Open(node(start, ""), start instanceof MappingStartEvent));
                case CollectionEndEvent _ -> open.pop();
                default -> {}
            }
        }

        /** Returns the path of a node. A key has the same path as its value. */
        private List<String> node(Event event, String text) {
            Open holder = open.peek();
            if (holder == null) {
                return List.of();
            }
            if (holder.mapping && holder.key == null) {
                holder.key = text;
                places.put(new JsonPointer(holder.child(text)), place(event));
                return holder.child(text);
            }
            if (holder.mapping) {
                List<String> child = holder.child(String.valueOf(holder.key));
                holder.key = null;
                return child;
            }
            List<String> item = holder.child(String.valueOf(holder.index++));
            places.put(new JsonPointer(item), place(event));
            return item;
        }

        private void comment(CommentEvent comment) {
            if (comment.getCommentType() != CommentType.BLANK_LINE) {
                comments.add(
                        new Comment(place(comment), comment.getValue(), comment.getCommentType() == CommentType.BLOCK));
            }
        }

        private static Place place(Event event) {
            return event.getStartMark()
                    .map(mark -> new Place(mark.getLine() + 1, mark.getColumn() + 1))
                    .orElseThrow();
        }
    }
}
