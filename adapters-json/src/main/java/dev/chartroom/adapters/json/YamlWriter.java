package dev.chartroom.adapters.json;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.emitter.Emitter;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.ImplicitTuple;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;

/**
 * Writes JSON as the YAML that kube-apiserver answers with (wire contract E3): names are sorted, and long texts are
 * folded.
 */
public final class YamlWriter {
    private static final int MAX_SIMPLE_KEY = 128;
    /**
     * YAML readers treat these characters as white space or drop them, so a text that contains one of them is quoted.
     */
    private static final Pattern UNSEEN = Pattern.compile("[\\u0085\\u2028\\u2029\\ufeff]");

    private static final DumpSettings SETTINGS = DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setMaxSimpleKeyLength(MAX_SIMPLE_KEY + 1)
            .build();
    private static final ImplicitTuple PLAIN = new ImplicitTuple(true, true);
    private static final JacksonCodec READER = JacksonCodec.ofStored();

    private static final int BUFFER = 8192;

    private final Writer out;
    /** Buffers the output, because the emitter writes an indentation one space at a time. */
    private final StringBuilder text = new StringBuilder(2 * BUFFER);

    private final Emitter emitter = new Emitter(SETTINGS, new StreamDataWriter() {
        @Override
        public void write(String part) {
            text.append(part);
            flushBuffer(BUFFER);
        }

        @Override
        public void write(String part, int offset, int length) {
            text.append(part, offset, offset + length);
            flushBuffer(BUFFER);
        }
    });

    private YamlWriter(Writer out) {
        this.out = out;
    }

    /** Writes one JSON value, in UTF-8, as one YAML document. */
    public static byte[] write(byte[] json) {
        ByteArrayOutputStream yaml = new ByteArrayOutputStream(json.length * 2);
        try {
            write(json, yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return yaml.toByteArray();
    }

    /**
     * Writes the document while it is being built, because deeply nested JSON grows a hundredfold.
     *
     * @param out is flushed, but not closed
     */
    public static void write(byte[] json, OutputStream out) throws IOException {
        write(out, yaml -> yaml.emit(READER.parse(json)));
    }

    /**
     * Writes an object that has a long list as one of its members. The writer reads and holds one item of the list at a
     * time.
     *
     * @param members the other members
     * @param field the name of the list
     * @param items JSON values in UTF-8
     * @param out is flushed, but not closed
     */
    public static void writeList(JsonObject members, String field, Iterator<byte[]> items, OutputStream out)
            throws IOException {
        write(out, yaml -> yaml.emitList(members, field, items));
    }

    private static void write(OutputStream out, Consumer<YamlWriter> content) throws IOException {
        Writer text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        try {
            new YamlWriter(text).emitDocument(content);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        text.flush();
    }

    private void emitList(JsonObject members, String field, Iterator<byte[]> items) {
        emitter.emit(new MappingStartEvent(Optional.empty(), Optional.empty(), true, FlowStyle.BLOCK));
        YamlKeys.sorted(members.with(field, JsonNull.NULL).names()).forEach(name -> {
            emit(name);
            if (name.equals(field)) {
                startSequence(!items.hasNext());
                items.forEachRemaining(item -> emit(READER.parse(item)));
                emitter.emit(new SequenceEndEvent());
            } else {
                emit(Objects.requireNonNull(members.get(name)));
            }
        });
        emitter.emit(new MappingEndEvent());
    }

    private void startSequence(boolean empty) {
        emitter.emit(new SequenceStartEvent(
                Optional.empty(), Optional.empty(), true, empty ? FlowStyle.FLOW : FlowStyle.BLOCK));
    }

    private void emitDocument(Consumer<YamlWriter> content) {
        emitter.emit(new StreamStartEvent());
        emitter.emit(new DocumentStartEvent(false, Optional.empty(), Map.of()));
        content.accept(this);
        emitter.emit(new DocumentEndEvent(false));
        emitter.emit(new StreamEndEvent());
        flushBuffer(0);
    }

    /** Writes the buffered text if it has at least this many characters. */
    private void flushBuffer(int minLength) {
        if (text.length() >= minLength) {
            try {
                out.append(text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            text.setLength(0);
        }
    }

    private void emit(JsonValue value) {
        Deadline.check();
        switch (value) {
            case JsonObject object -> {
                emitter.emit(new MappingStartEvent(
                        Optional.empty(), Optional.empty(), true, object.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK));
                YamlKeys.sorted(object.names()).forEach(name -> {
                    emit(name);
                    emit(Objects.requireNonNull(object.get(name)));
                });
                emitter.emit(new MappingEndEvent());
            }
            case JsonArray array -> {
                startSequence(array.isEmpty());
                array.forEach(this::emit);
                emitter.emit(new SequenceEndEvent());
            }
            case JsonString(String text) -> emit(text);
            case JsonNumber number -> scalar(YamlScalars.number(number), ScalarStyle.PLAIN);
            case JsonBoolean bool -> scalar(bool.toString(), ScalarStyle.PLAIN);
            case JsonNull _ -> scalar("null", ScalarStyle.PLAIN);
        }
    }

    private void emit(String text) {
        if (UNSEEN.matcher(text).find()) {
            scalar(text, ScalarStyle.DOUBLE_QUOTED);
        } else if (text.contains("\n")) {
            scalar(text, ScalarStyle.LITERAL);
        } else {
            scalar(text, YamlScalars.isString(text) ? ScalarStyle.PLAIN : ScalarStyle.DOUBLE_QUOTED);
        }
    }

    private void scalar(String text, ScalarStyle style) {
        emitter.emit(new ScalarEvent(Optional.empty(), Optional.empty(), PLAIN, text, style));
    }
}
