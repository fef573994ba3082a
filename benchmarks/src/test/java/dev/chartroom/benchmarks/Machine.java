package dev.chartroom.benchmarks;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.benchmarks.server.Endpoint;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Describes the machine on which the measurement runs. */
final class Machine {
    private Machine() {}

    static List<String> facts(Endpoint kubeApiserver, Settings settings) {
        return List.of(
                "%d applications, %d watchers".formatted(settings.applications(), settings.watchers()),
                machine(kubeApiserver),
                "median (p10-p90) of warm rounds, K and Chartroom in turn; ratio: median (p10-p90) of all rounds");
    }

    static String machine(Endpoint kubeApiserver) {
        JsonObject version = (JsonObject)
                new JacksonCodec().parse(kubeApiserver.text("/version").getBytes(StandardCharsets.UTF_8));
        return "%d processors, shared by all processes; JDK %s, kube-apiserver %s (K)"
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        Runtime.version(),
                        version.stringOrEmpty("gitVersion"));
    }
}
