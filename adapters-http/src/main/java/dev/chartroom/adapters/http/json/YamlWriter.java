package dev.chartroom.adapters.http.json;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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

/** JSON as the YAML that kube-apiserver answers with (wire contract E3): names in order, long texts folded. */
public final class YamlWriter {
    private static final int MAX_SIMPLE_KEY = 128;
    /** A reader would take them for white space or for nothing; written plain, they would be lost. */
    private static final Pattern UNSEEN = Pattern.compile("[\\u0085\\u2028\\u2029\\ufeff]");

    private static final DumpSettings SETTINGS = DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setMaxSimpleKeyLength(MAX_SIMPLE_KEY + 1)
            .build();
    private static final ImplicitTuple PLAIN = new ImplicitTuple(true, true);
    private static final JacksonCodec READER = JacksonCodec.ofStored();

    private final Emitter emitter;

    private YamlWriter(StringBuilder text) {
        emitter = new Emitter(SETTINGS, new StreamDataWriter() {
            @Override
            public void write(String part) {
                text.append(part);
            }

            @Override
            public void write(String part, int offset, int length) {
                text.append(part, offset, offset + length);
            }
        });
    }

    /** Writes one JSON value, in UTF-8, as one YAML document. */
    public static byte[] write(byte[] json) {
        StringBuilder text = new StringBuilder(json.length * 2);
        YamlWriter writer = new YamlWriter(text);
        writer.emitter.emit(new StreamStartEvent());
        writer.emitter.emit(new DocumentStartEvent(false, Optional.empty(), Map.of()));
        writer.emit(READER.parse(json));
        writer.emitter.emit(new DocumentEndEvent(false));
        writer.emitter.emit(new StreamEndEvent());
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void emit(JsonValue value) {
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
                emitter.emit(new SequenceStartEvent(
                        Optional.empty(), Optional.empty(), true, array.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK));
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
