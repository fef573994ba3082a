package dev.chartroom.domain.computed;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.QuantityText;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * The resources that a pod uses, as metrics.k8s.io reports them.
 *
 * @param cpu the processors
 * @param memory the bytes of memory
 */
public record PodUsage(BigDecimal cpu, BigDecimal memory) {

    /** Reads an object of the kind PodMetrics. A usage that is no quantity counts as zero. */
    public static PodUsage of(JsonObject podMetrics) {
        return new PodUsage(sum(podMetrics, "cpu"), sum(podMetrics, "memory"));
    }

    private static BigDecimal sum(JsonObject podMetrics, String resource) {
        return podMetrics.arrayOrEmpty("containers").objects().stream()
                .flatMap(container ->
                        QuantityText.parse(container.objectOrEmpty("usage").stringOrEmpty(resource)).stream())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /**
     * Returns the sum over pods: {@code cpu} and {@code memory} of those that are measured, and {@code pods} and
     * {@code measuredPods}, the numbers of pods.
     */
    public static JsonObject sum(List<String> pods, Map<String, PodUsage> usage) {
        List<PodUsage> measured =
                pods.stream().map(usage::get).filter(Objects::nonNull).toList();
        JsonObject.Builder sum = JsonObject.builder().put("pods", pods.size()).put("measuredPods", measured.size());
        return measured.isEmpty()
                ? sum.build()
                : sum.put("cpu", QuantityText.millis(sum(measured, PodUsage::cpu)))
                        .put("memory", QuantityText.mebibytes(sum(measured, PodUsage::memory)))
                        .build();
    }

    private static BigDecimal sum(List<PodUsage> usage, Function<PodUsage, BigDecimal> resource) {
        return usage.stream().map(resource).reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
