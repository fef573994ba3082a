package dev.chartroom.e2e.parity;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.conformance.answer.StepAnswer;
import dev.chartroom.conformance.cases.ParityCase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The CRD's normalised answers: one file per file of cases, one line per answer. */
final class Recordings {
    private static final JacksonCodec CODEC = JacksonCodec.ofStored();

    private final Path folder;
    private final Map<String, JsonObject> read = new LinkedHashMap<>();

    Recordings(Path folder) {
        this.folder = folder;
    }

    /** Returns the recorded answers to a case, if there are any. */
    synchronized Optional<List<StepAnswer>> of(ParityCase parityCase) {
        JsonObject topic = read.computeIfAbsent(parityCase.topic(), this::read);
        if (!topic.has(parityCase.name())) {
            return Optional.empty();
        }
        List<StepAnswer> answers = new ArrayList<>();
        for (JsonValue step : topic.arrayOrEmpty(parityCase.name())) {
            if (step instanceof JsonObject object) {
                answers.add(new StepAnswer(object.stringOrEmpty("step"), object.objectOrEmpty("answer")));
            }
        }
        return Optional.of(answers);
    }

    /** Replaces the recording of a topic. */
    void write(String topic, Map<String, List<StepAnswer>> answersByCase) {
        StringBuilder text = new StringBuilder("{");
        answersByCase.forEach((name, answers) -> {
            text.append(text.length() > 1 ? ",\n" : "\n").append(quoted(name)).append(": [");
            String separator = "\n";
            for (StepAnswer answer : answers) {
                JsonObject line = JsonObject.builder()
                        .put("step", answer.step())
                        .put("answer", sorted(answer.answer()))
                        .build();
                text.append(separator).append(' ').append(encoded(line));
                separator = ",\n";
            }
            text.append("]");
        });
        Path file = file(topic);
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text.append("\n}\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonObject read(String topic) {
        Path file = file(topic);
        try {
            return Files.exists(file) && CODEC.parse(Files.readAllBytes(file)) instanceof JsonObject object
                    ? object
                    : JsonObject.EMPTY;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file(String topic) {
        return folder.resolve(topic + ".json");
    }

    /** Sorts members, whose order does not matter, so that equal answers are recorded as the same text. */
    private static JsonValue sorted(JsonValue value) {
        return switch (value) {
            case JsonObject object -> {
                Map<String, JsonValue> members = new TreeMap<>();
                object.members().forEach((name, member) -> members.put(name, sorted(member)));
                yield JsonObject.of(members);
            }
            case JsonArray array -> array.map(Recordings::sorted);
            default -> value;
        };
    }

    private static String quoted(String text) {
        return encoded(new JsonString(text));
    }

    private static String encoded(JsonValue value) {
        return new String(CODEC.encode(value), StandardCharsets.UTF_8);
    }
}
