package dev.chartroom.domain.release;

import dev.chartroom.apimachinery.json.JsonObject;

/**
 * One revision of a release, as Helm has recorded it.
 *
 * @param revision the number of the revision
 * @param status the status of the revision, such as {@code deployed}; can be empty
 * @param chart {@code Chart.yaml} of the chart
 * @param defaults {@code values.yaml} of the chart, without its subcharts
 * @param values the values that the chart got, including those from Secrets and ConfigMaps
 * @param manifest the objects that the chart made, as YAML documents
 * @param notes the text of {@code NOTES.txt}; can be empty
 */
public record HelmRecord(
        long revision,
        String status,
        JsonObject chart,
        JsonObject defaults,
        JsonObject values,
        String manifest,
        String notes) {}
