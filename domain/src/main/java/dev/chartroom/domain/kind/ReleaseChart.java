package dev.chartroom.domain.kind;

import dev.chartroom.apimachinery.json.JsonObject;

/** The chart of a release: exactly one of two fields of a HelmRelease. */
public sealed interface ReleaseChart {

    /** Returns the name of the field in the HelmRelease's spec. */
    String field();

    /** Returns the value of the field. */
    JsonObject json();

    /** A reference to a Flux object that has the chart already. */
    record Reference(JsonObject json) implements ReleaseChart {
        @Override
        public String field() {
            return "chartRef";
        }
    }

    /** The HelmChart that Flux creates for each release. */
    record Template(JsonObject json) implements ReleaseChart {
        @Override
        public String field() {
            return "chart";
        }
    }
}
