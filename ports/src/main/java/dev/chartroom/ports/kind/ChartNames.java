package dev.chartroom.ports.kind;

import dev.chartroom.domain.kind.ReleaseChart;
import java.util.Optional;

/** The names of the charts that kinds install. */
public interface ChartNames {

    /**
     * Returns the name of a chart, such as {@code redis}; empty if its source does not contain the name.
     *
     * @param namespace the namespace of the release, which is the namespace of a source that names none
     * @throws dev.chartroom.apimachinery.status.ApiException if the source cannot be read
     */
    Optional<String> of(ReleaseChart chart, String namespace);
}
