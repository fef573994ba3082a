package dev.chartroom.charts.jsonschema;

import java.util.List;

/**
 * Alternative schemas, one of which a value has to fit.
 *
 * @param exclusive whether the value must fit only one alternative, as {@code oneOf} requires
 */
record Union(boolean exclusive, List<Located> alternatives) {

    String keyword() {
        return exclusive ? "oneOf" : "anyOf";
    }
}
