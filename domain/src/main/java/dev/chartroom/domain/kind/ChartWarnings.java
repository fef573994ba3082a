package dev.chartroom.domain.kind;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Warns of served kinds whose chart does not exist or could not be looked up. Each reason gets one sentence. */
final class ChartWarnings {
    private static final int NAMED = 3;

    private ChartWarnings() {}

    static List<String> of(List<Declaration.Valid> accepted) {
        Map<String, List<String>> kinds = new TreeMap<>();
        for (Declaration.Valid declaration : accepted) {
            String kind = declaration.kind().groupResource().toString();
            switch (declaration.chart()) {
                case ChartPresence.NotLookedUp _, ChartPresence.Found _ -> {}
                case ChartPresence.Missing(var ref) ->
                    kinds.computeIfAbsent(
                                    ref + " does not exist; Flux needs it for the chart of ", _ -> new ArrayList<>())
                            .add(kind);
                case ChartPresence.Unknown(var _, var why) ->
                    kinds.computeIfAbsent(why + ", so Chartroom cannot check the chart of ", _ -> new ArrayList<>())
                            .add(kind);
            }
        }
        return kinds.entrySet().stream()
                .map(each -> each.getKey() + named(each.getValue()))
                .toList();
    }

    private static String named(List<String> kinds) {
        int rest = kinds.size() - NAMED;
        return kinds.stream().sorted().limit(NAMED).collect(Collectors.joining(", "))
                + (rest > 0 ? " and " + rest + " more" : "");
    }
}
