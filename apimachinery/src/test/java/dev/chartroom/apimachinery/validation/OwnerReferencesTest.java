package dev.chartroom.apimachinery.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.TestJson;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnerReferencesTest {
    private static final String A = "{apiVersion:'v1',kind:'Pod',name:'a',uid:'1'}";
    private static final String A_REORDERED = "{uid:'1',name:'a',kind:'Pod',apiVersion:'v1',controller:null}";
    private static final String A_CONTROLLER = "{apiVersion:'v1',kind:'Pod',name:'a',uid:'1',controller:true}";
    private static final String B = "{apiVersion:'v1',kind:'Pod',name:'b',uid:'2'}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                A + " ; " + B + " | " + A + " ; " + B + " | ''",
                A + " ; " + A_CONTROLLER + " | " + A + " ; " + A_CONTROLLER + " | ''",
                A + " ; " + B + " ; " + A_REORDERED + " | " + A + " ; " + B + " | 1",
                B + " ; " + A + " ; " + A + " ; " + B + " ; " + A + " | " + B + " ; " + A + " | 1, 2, 1",
            },
            quoteCharacter = '"')
    void duplicateReferencesAreRemovedWithAWarning(String given, String kept, String duplicates) {
        OwnerReferences owners = OwnerReferences.of(array(given));

        assertThat(owners.references()).isEqualTo(array(kept));
        String observed = duplicates.replace("''", "");
        assertThat(String.join(", ", owners.duplicates())).isEqualTo(observed);
        if (observed.isEmpty()) {
            assertThat(owners.warnings()).isEmpty();
            assertThat(owners.warningsOfPatch()).isEmpty();
        } else {
            assertThat(owners.warnings())
                    .containsExactly(".metadata.ownerReferences contains duplicate entries; API server dedups owner"
                            + " references in 1.20+, and may reject such requests as early as 1.24; please fix your"
                            + " requests; duplicate UID(s) observed: " + observed);
            assertThat(owners.warningsOfPatch())
                    .containsExactly(".metadata.ownerReferences contains duplicate entries after mutating admission"
                            + " happens; API server dedups owner references in 1.20+, and may reject such requests as"
                            + " early as 1.24; please fix your requests; duplicate UID(s) observed: " + observed);
        }
    }

    private static JsonArray array(String references) {
        return (JsonArray) TestJson.parse("[" + references.replace(';', ',') + "]");
    }
}
