package dev.chartroom.domain.kind;

import dev.chartroom.domain.json.JsonObject;

/** Where Flux finds the chart of a release: of the two fields of a HelmRelease, exactly one is set. */
public sealed interface ReleaseChart {

    /** The name of the field in the HelmRelease's spec. */
    String field();

    /** The value of the field. */
    JsonObject json();

    /** An object of Flux's that has the chart already. */
    record Reference(JsonObject json) implements ReleaseChart {
        @Override
        public String field() {
            return "chartRef";
        }
    }

    /** The HelmChart that Flux makes for each release. */
    record Template(JsonObject json) implements ReleaseChart {
        @Override
        public String field() {
            return "chart";
        }
    }
}
