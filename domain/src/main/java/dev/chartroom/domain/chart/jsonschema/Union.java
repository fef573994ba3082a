package dev.chartroom.domain.chart.jsonschema;

import java.util.List;

/**
 * Alternative schemas, one of which a value has to fit.
 *
 * @param exclusive whether it must fit only one: {@code oneOf}
 */
record Union(boolean exclusive, List<Located> alternatives) {

    String keyword() {
        return exclusive ? "oneOf" : "anyOf";
    }
}
