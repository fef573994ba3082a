package dev.chartroom.charts;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.charts.jsonschema.Remark;
import dev.chartroom.charts.values.ValuesFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChartSchemaTest {

    @Test
    void nonNullValuesOverrideSchemaDefaults() {
        ChartSchema schema = of(
                "{'a':2,'c':null}",
                "{'properties':{'a':{'type':'integer','default':1},"
                        + "'b':{'type':'integer','default':1},'c':{'type':'integer','default':1}}}");

        assertThat(schema.schema().get("properties"))
                .isEqualTo(object("{'a':{'type':'integer','default':2},'b':{'type':'integer','default':1},"
                        + "'c':{'type':'integer','default':1}}"));
        assertThat(schema.remarks()).isEmpty();
    }

    @Test
    void platformKeysAreLeftOut() {
        ChartSchema schema = of(
                "{'_cluster':{},'a':1}",
                "{'required':['_cluster','a'],'properties':{'a':{'type':'integer'},"
                        + "'_cluster':{'type':'object'}}}");

        assertThat(schema.schema().objectOrEmpty("properties").names()).containsExactly("a");
        assertThat(schema.schema().arrayOrEmpty("required").strings()).containsExactly("a");
        assertThat(schema.remarks())
                .containsExactly(new Remark(
                        "_cluster", "is reserved for the platform, because its name begins with _: left out"));
    }

    @Test
    void nestedValuesBecomeDefaultsOfTheirMembers() {
        ChartSchema schema = of("{'a':{'b':{'c':1}}}", null);

        assertThat(schema.schema().objectOrEmpty("properties").get("a"))
                .isEqualTo(object("{'type':'object','default':{},'properties':{'b':{'type':'object','default':{},"
                        + "'properties':{'c':{'type':'integer','default':1}}}}}"));
    }

    private static ChartSchema of(String values, @Nullable String schema) {
        return ChartSchema.of(
                new Chart(JsonObject.EMPTY, ValuesFile.of(object(values)), schema == null ? null : object(schema)),
                SchemaExpressions.JDK);
    }
}
