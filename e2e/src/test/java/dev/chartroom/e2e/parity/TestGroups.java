package dev.chartroom.e2e.parity;

/** The API groups of the compared kinds. */
final class TestGroups {
    /** The group of the CustomResourceDefinitions. */
    static final String CRD = "parity.chartroom.dev";

    /** The group of the second CustomResourceDefinitions, for comparisons of two CRDs. */
    static final String TWIN = "twin.chartroom.dev";

    /** The group of the kinds that Chartroom serves. */
    static final String OURS = "apps.chartroom.dev";

    private TestGroups() {}
}
