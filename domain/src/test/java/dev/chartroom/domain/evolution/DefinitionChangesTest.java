package dev.chartroom.domain.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.DeclaredKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.subresource.CredentialRules;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.domain.subresource.Subresources;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefinitionChangesTest {
    private static final JsonObject SCHEMA = EvolvingKinds.schema("a: {type: 'string'}");

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', nullValues = "-", textBlock = """
            # types
            a: {type: 'string'}  | a: {type: 'integer'} | refuses: spec.a: the type is integer, was string
            a: {type: 'integer'} | a: {type: 'number'}  | allows: spec.a: the type is number, was integer
            a: {type: 'string'}  | a: {type: 'number'}  | refuses: spec.a: the type is number, was string
            a: {type: 'number'}  | a: {type: 'integer'} | refuses: spec.a: the type is integer, was number
            a: {type: 'integer'} | a: {x-kubernetes-int-or-string: true} | allows: spec.a: the type is integer or string, was integer
            a: {type: 'boolean'} | a: {x-kubernetes-preserve-unknown-fields: true} | allows: spec.a: the type is any, was boolean
            a: {type: 'string', nullable: true} | a: {type: 'string'} | refuses: spec.a: null is no longer accepted
            # fields
            a: {type: 'string'}  | b: {type: 'string'}  | hides: spec.a: removed: values that objects have are no longer shown, but Helm still gets them; allows: spec.b: added
            -                    | a: {type: 'string', default: 'x'} | shows: spec.a: the default is 'x'; allows: spec.a: added
            a: {type: 'string', default: 'x'} | a: {type: 'string', default: 'y'} | shows: spec.a: the default is 'y', was 'x'
            a: {type: 'string', default: 'x'} | a: {type: 'string'} | shows: spec.a: the default 'x' is removed
            a: {type: 'string'} | a: {type: 'string', default: 'x'} | shows: spec.a: the default is 'x', was not set
            # bounds
            a: {type: 'integer', maximum: 5} | a: {type: 'integer', maximum: 3} | refuses: spec.a: maximum is 3, was 5
            a: {type: 'integer', maximum: 3} | a: {type: 'integer', maximum: 5} | allows: spec.a: maximum is 5, was 3
            a: {type: 'integer', minimum: 3} | a: {type: 'integer', minimum: 5} | refuses: spec.a: minimum is 5, was 3
            a: {type: 'integer', minimum: 5} | a: {type: 'integer', minimum: 3} | allows: spec.a: minimum is 3, was 5
            a: {type: 'string'} | a: {type: 'string', maxLength: 3} | refuses: spec.a: maxLength is 3, was not set
            a: {type: 'string', maxLength: 3} | a: {type: 'string'} | allows: spec.a: maxLength 3 is removed
            a: {type: 'number', multipleOf: 2} | a: {type: 'number', multipleOf: 4} | refuses: spec.a: multipleOf is 4, was 2
            a: {type: 'string', enum: ['x']} | a: {type: 'string', enum: ['y', 'x']} | allows: spec.a: enum is ['y', 'x'], was ['x']
            a: {type: 'string', enum: ['x', 'y']} | a: {type: 'string', enum: ['x']} | refuses: spec.a: enum is ['x'], was ['x', 'y']
            a: {type: 'string', pattern: 'x'} | a: {type: 'string', pattern: 'y'} | refuses: spec.a: pattern is 'y', was 'x'
            # what is below
            a: {type: 'array', items: {type: 'object', properties: {b: {type: 'string'}}}} | a: {type: 'array', items: {type: 'object', properties: {b: {type: 'boolean'}}}} | refuses: spec.a[*].b: the type is boolean, was string
            a: {type: 'object', additionalProperties: {type: 'integer'}} | a: {type: 'object', additionalProperties: {type: 'string'}} | refuses: spec.a.*: the type is string, was integer
            a: {type: 'object', x-kubernetes-preserve-unknown-fields: true} | a: {type: 'object', properties: {b: {type: 'string'}}} | refuses: spec.a.b: added: existing values may be invalid; hides: spec.a.*: values under other names are no longer shown
            a: {type: 'object', properties: {b: {type: 'string'}}} | a: {type: 'object', x-kubernetes-preserve-unknown-fields: true} | allows: spec.a.b: removed: values stay, because the schema accepts any name; allows: spec.a.*: other names are accepted now
            a: {type: 'object', additionalProperties: {type: 'integer'}} | a: {type: 'object', additionalProperties: true} | hides: spec.a.*: the contents of values under other names are no longer shown
            a: {type: 'object', additionalProperties: true} | a: {type: 'object', additionalProperties: {type: 'integer'}} | refuses: spec.a.*: values under other names have a schema now
            # what is only told to people
            a: {type: 'string', description: 'A.'} | a: {type: 'string', title: 'B', x-hint: 1} | -
            """)
    void changedFieldIsReportedWithItsImpact(String before, String after, String expected) {
        List<String> changes = DefinitionChanges.between(kind(before), kind(after)).stream()
                .map(change -> change.toString().replace('"', '\''))
                .toList();

        assertThat(String.join("; ", changes)).isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void newlyRequiredFieldWithoutDefaultMayInvalidateObjects() {
        JsonObject before = TestJson.object("""
                {type: 'object', required: ['a', 'c'], properties: {
                  a: {type: 'string', default: 'x'}, b: {type: 'string'}, c: {type: 'string'}, d: {type: 'string'}}}""");
        JsonObject after = TestJson.object("""
                {type: 'object', required: ['a', 'b', 'd'], properties: {
                  a: {type: 'string'}, b: {type: 'string'}, c: {type: 'string'},
                  d: {type: 'string', default: 'x'}}}""");

        assertThat(DefinitionChanges.between(EvolvingKinds.redis(before), EvolvingKinds.redis(after)))
                .extracting(DefinitionChange::toString)
                .containsExactly(
                        "refuses: spec.a: required, without a default",
                        "refuses: spec.b: required",
                        "shows: spec.a: the default \"x\" is removed",
                        "shows: spec.d: the default is \"x\", was not set",
                        "allows: spec.d: required",
                        "allows: spec.c: no longer required");
    }

    @Test
    void emptySpecSchemaAdmitsAnything() {
        assertThat(DefinitionChanges.between(
                        EvolvingKinds.redis(JsonObject.EMPTY),
                        EvolvingKinds.redis(TestJson.object("{type: 'object'}"))))
                .extracting(DefinitionChange::toString)
                .containsExactly("hides: spec.*: values under other names are no longer shown");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            apps.example.org | Redis | redis- | spec.group: "apps.example.com" becomes "apps.example.org": NO EXISTING OBJECT IS FOUND ANY MORE
            apps.example.com | Valkey | redis- | spec.names.kind: "Redis" becomes "Valkey": NO EXISTING OBJECT IS FOUND ANY MORE
            apps.example.com | Redis | r- | spec.release.prefix: "redis-" becomes "r-": NO EXISTING OBJECT IS FOUND BY ITS NAME ANY MORE
            """)
    void changeThatLosesAllObjectsIsReportedFirst(String group, String kind, String prefix, String start) {
        assertThat(DefinitionChanges.between(
                                EvolvingKinds.redis(SCHEMA), EvolvingKinds.kind(group, kind, prefix, SCHEMA))
                        .getFirst()
                        .toString())
                .startsWith("loses: " + start);
    }

    @Test
    void changedStoreLosesAllObjects() {
        ApplicationKind before = EvolvingKinds.redis(SCHEMA).stored();
        ApplicationKind after = ApplicationKind.builder(
                        before.group(), before.version(), before.names(), before.schema(), before.release())
                .store("postgres")
                .build();

        assertThat(DefinitionChanges.between(DeclaredKind.only(before), DeclaredKind.only(after))
                        .getFirst())
                .hasToString("loses: spec.store: \"helmrelease\" becomes \"postgres\": NO EXISTING OBJECT IS FOUND ANY"
                        + " MORE, because existing objects stay in the old store");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true | allows: spec.release.projected: each object gets a release",
                "false | allows: spec.release.projected: existing releases stay, but no longer follow their objects",
            })
    void startOrEndOfProjectionIsReportedAsAllowed(boolean begins, String expected) {
        DeclaredKind with = DeclaredKind.only(inPostgres(true));
        DeclaredKind without = DeclaredKind.only(inPostgres(false));

        assertThat(begins ? DefinitionChanges.between(without, with) : DefinitionChanges.between(with, without))
                .extracting(DefinitionChange::toString)
                .containsExactly(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true | allows: spec.release.allowForce: clients may request a forced upgrade",
                "false | allows: spec.release.allowForce: clients may no longer request a forced upgrade",
            })
    void changedPermissionToForceIsReportedAsAllowed(boolean begins, String expected) {
        DeclaredKind with = DeclaredKind.only(forceable(true));
        DeclaredKind without = DeclaredKind.only(forceable(false));

        assertThat(begins ? DefinitionChanges.between(without, with) : DefinitionChanges.between(with, without))
                .extracting(DefinitionChange::toString)
                .containsExactly(expected);
    }

    @Test
    void removedAndAddedSubresourcesAreReported() {
        DeclaredKind before = DeclaredKind.only(with(Subresource.SUSPEND, Subresource.NOTES));
        DeclaredKind after = DeclaredKind.only(with(Subresource.NOTES, Subresource.HISTORY));

        assertThat(DefinitionChanges.between(before, after))
                .extracting(DefinitionChange::toString)
                .containsExactly(
                        "breaks: spec.subresources: \"suspend\" is removed: clients get 404, and RBAC rules keep the name",
                        "allows: spec.subresources: \"history\" is added, for users with a right on it");
        assertThat(DefinitionChanges.between(before, before)).isEmpty();
    }

    private static ApplicationKind with(Subresource... declared) {
        ApplicationKind kind = EvolvingKinds.redis(SCHEMA).stored();
        return ApplicationKind.builder(kind.group(), kind.version(), kind.names(), kind.schema(), kind.release())
                .subresources(new Subresources(
                        Set.of(declared),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        CredentialRules.NONE,
                        List.of(),
                        false))
                .build();
    }

    private static ApplicationKind forceable(boolean isAllowed) {
        ApplicationKind kind = EvolvingKinds.redis(SCHEMA).stored();
        ReleaseTemplate template = ReleaseTemplate.builder(
                        "redis-", kind.release().chart())
                .allowForce(isAllowed)
                .build();
        return ApplicationKind.builder(kind.group(), kind.version(), kind.names(), kind.schema(), template)
                .build();
    }

    private static ApplicationKind inPostgres(boolean isProjected) {
        ApplicationKind kind = EvolvingKinds.redis(SCHEMA).stored();
        ReleaseTemplate template = ReleaseTemplate.builder(
                        "redis-", kind.release().chart())
                .projected(isProjected)
                .build();
        return ApplicationKind.builder(kind.group(), kind.version(), kind.names(), kind.schema(), template)
                .store("postgres")
                .build();
    }

    @Test
    void removedNamesAndVersionsBreakClients() {
        ApplicationKind after = ApplicationKind.builder(
                        "apps.example.com",
                        "v1",
                        new KindNames("Redis", "Redises", "redisi", "redi", List.of("r"), List.of("all")),
                        Schema.of(SCHEMA),
                        EvolvingKinds.template("redis-", "any"))
                .build();

        assertThat(DefinitionChanges.between(EvolvingKinds.redis(SCHEMA), DeclaredKind.only(after)))
                .extracting(DefinitionChange::toString)
                .containsExactly(
                        "breaks: spec.names.plural: \"redises\" becomes \"redisi\": request paths and RBAC rules"
                                + " contain this name",
                        "breaks: spec.names.listKind: \"RedisList\" becomes \"Redises\"",
                        "breaks: spec.names.singular: \"redis\" becomes \"redi\"",
                        "breaks: spec.names.shortNames: \"rd\" is removed",
                        "breaks: spec.versions: \"v1alpha1\" is removed",
                        "allows: spec.names.shortNames: \"r\" is added",
                        "allows: spec.names.categories: \"all\" is added",
                        "allows: spec.versions: \"v1\" is added");
    }

    @Test
    void changedReleaseTemplateIsReportedOnce() {
        ApplicationKind before = EvolvingKinds.redis(SCHEMA).stored();
        ApplicationKind after = ApplicationKind.builder(
                        before.group(),
                        before.version(),
                        before.names(),
                        before.schema(),
                        EvolvingKinds.template("redis-", "other"))
                .build();

        assertThat(DefinitionChanges.between(DeclaredKind.only(before), DeclaredKind.only(after)))
                .extracting(DefinitionChange::toString)
                .containsExactly("allows: spec.release.chartRef: changes; existing releases do not change");
        assertThat(DefinitionChanges.between(DeclaredKind.only(before), DeclaredKind.only(before)))
                .isEmpty();
    }

    private static DeclaredKind kind(String properties) {
        return EvolvingKinds.redis(properties == null ? "" : properties);
    }
}
