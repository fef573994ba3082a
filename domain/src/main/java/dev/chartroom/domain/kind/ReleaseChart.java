package dev.chartroom.domain.kind;

import dev.chartroom.apimachinery.json.JsonObject;

/** The chart of a release: exactly one of two fields of a HelmRelease. */
public sealed interface ReleaseChart {

    /** Returns the name of the field in the HelmRelease's spec. */
    String field();

    /** Returns the value of the field. */
    JsonObject json();

    /** A reference to an existing Flux object that has the chart. */
    record Reference(JsonObject json) implements ReleaseChart {
        @Override
        public String field() {
            return "chartRef";
        }
    }

    /** A template for the HelmChart that Flux creates for each release. */
    record Template(JsonObject json) implements ReleaseChart {
        @Override
        public String field() {
            return "chart";
        }
    }
}
