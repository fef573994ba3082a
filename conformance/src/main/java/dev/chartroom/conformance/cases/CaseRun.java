package dev.chartroom.conformance.cases;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.conformance.answer.Exchanged;
import dev.chartroom.conformance.answer.Normaliser;
import dev.chartroom.conformance.answer.ParityResponse;
import dev.chartroom.conformance.answer.StepAnswer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sends the requests of a case to one side. */
public final class CaseRun {
    private static final JacksonCodec CODEC = JacksonCodec.ofStored();

    private final Side side;
    private final Placeholders placeholders;

    private CaseRun(Side side, Placeholders placeholders) {
        this.side = side;
        this.placeholders = placeholders;
    }

    /** Runs a case in its namespace and returns the normalised answers. */
    public static List<StepAnswer> run(ParityCase parityCase, CaseKind kind, Side side) {
        return run(parityCase, kind, side, parityCase.namespace());
    }

    /** As above, in another namespace. */
    public static List<StepAnswer> run(ParityCase parityCase, CaseKind kind, Side side, String namespace) {
        Instant start = Instant.now();
        CaseRun run = new CaseRun(side, new Placeholders(side.group(), kind, namespace));
        List<Exchanged> exchanged = new ArrayList<>();
        for (ParityCase.Step step : parityCase.steps()) {
            ParityCase.Repeat repeat = step.repeat();
            if (repeat == null) {
                exchanged.add(run.step(step, step.request()));
                continue;
            }
            for (int i = 0; i < repeat.times(); i++) {
                run.placeholders.set(repeat.as(), Integer.toString(i));
                exchanged.add(run.step(step, step.request() + " #" + i));
            }
        }
        return Normaliser.normalise(parityCase.source(), side.group(), exchanged, start, Instant.now());
    }

    private Exchanged step(ParityCase.Step step, String label) {
        try {
            return send(step, label);
        } catch (Placeholders.MissingValueException e) {
            return new Exchanged(
                    label, step.method(), step.path(), null, ParityResponse.none("not sent without " + e.getMessage()));
        }
    }

    private Exchanged send(ParityCase.Step step, String label) {
        String path = placeholders.path(step.path());
        String body = body(step);
        Map<String, @Nullable String> named = new LinkedHashMap<>();
        step.headers().forEach((name, value) -> named.put(name, value == null ? null : placeholders.text(value)));
        ParityResponse answer = side.send(step.method(), path, Side.headersOf(named, body != null), body);
        if (step.as() != null) {
            placeholders.remember(step.as(), answer.body());
        }
        return new Exchanged(label, step.method(), path, body, answer);
    }

    private @Nullable String body(ParityCase.Step step) {
        if (step.raw() != null) {
            return placeholders.text(step.raw());
        }
        JsonValue body = step.body();
        return body == null ? null : new String(CODEC.encode(placeholders.body(body)), StandardCharsets.UTF_8);
    }
}
