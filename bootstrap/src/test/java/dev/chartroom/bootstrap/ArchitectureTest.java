package dev.chartroom.bootstrap;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The boundaries of docs/architecture.md: dependencies point inwards, and adapters do not depend on each other. */
class ArchitectureTest {
    private static final JavaClasses PROGRAM = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.chartroom");
    private static final JavaClasses PLANTED = new ClassFileImporter().importPackages("dev.chartroom.domain.planted");

    private static final ArchRule DOMAIN_KNOWS_APIMACHINERY = knowsOnly("domain", "apimachinery");
    private static final ArchRule NAMES_SAY_WHAT_A_CLASS_IS =
            noClasses().should().haveNameMatching(".*(Impl|Utils?|Helper|(?<!Field)Manager|Dto)");
    private static final ArchRule BOOTSTRAP_ALONE_ENDS_THE_PROGRAM = noClasses()
            .that()
            .resideOutsideOfPackage("dev.chartroom.bootstrap..")
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(System.class, "getenv", String.class);

    private static final ArchRule CONFORMANCE_KNOWS_FORMATS =
            knowsOnly("conformance", "apimachinery", "adapters.json", "ports.json");

    static Stream<Named<ArchRule>> rules() {
        return Stream.of(
                Named.of("apimachinery knows nothing of Chartroom", knowsOnly("apimachinery")),
                Named.of("domain knows apimachinery", DOMAIN_KNOWS_APIMACHINERY),
                Named.of("ports knows domain", knowsOnly("ports", "domain", "apimachinery")),
                Named.of("core knows ports", knowsOnly("core", "ports", "domain", "apimachinery")),
                Named.of(
                        "the client of the API server knows no adapter",
                        noClasses()
                                .that()
                                .resideInAPackage("dev.chartroom.kubernetes..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage("dev.chartroom.adapters..")),
                Named.of(
                        "adapters do not know each other, except for the formats of adapters-json",
                        slices().matching("dev.chartroom.adapters.(*)..")
                                .should()
                                .notDependOnEachOther()
                                .ignoreDependency(
                                        resideInAPackage("dev.chartroom.adapters.http.."),
                                        resideInAPackage("dev.chartroom.adapters.json.."))),
                Named.of(
                        "the conformance suite knows JSON and its formats, and nothing of Chartroom's kinds",
                        CONFORMANCE_KNOWS_FORMATS),
                Named.of(
                        "nothing knows bootstrap",
                        noClasses()
                                .that()
                                .resideOutsideOfPackage("dev.chartroom.bootstrap..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage("dev.chartroom.bootstrap..")),
                Named.of(
                        "packages have no cycles",
                        slices().matching("dev.chartroom.(**)").should().beFreeOfCycles()),
                Named.of(
                        "Jackson and SnakeYAML are the codec's",
                        library("dev.chartroom.adapters.json..", "com.fasterxml..", "org.snakeyaml..")),
                Named.of(
                        "a server that starts needs no command line",
                        noClasses()
                                .that()
                                .haveNameNotMatching(".*Command(\\$.*)?")
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage("picocli..")),
                Named.of(
                        "BouncyCastle, whose jar is signed, only issues certificates",
                        noClasses()
                                .that()
                                .haveNameNotMatching(".*\\.bootstrap\\.tls\\.ServingAuthority(\\$.*)?")
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage("org.bouncycastle..")),
                Named.of(
                        "OpenTelemetry is the business of who traces",
                        library("dev.chartroom.bootstrap.tracing..", "io.opentelemetry..")),
                Named.of("Helidon is the HTTP adapter's", library("dev.chartroom.adapters.http..", "io.helidon..")),
                Named.of(
                        "tar is the business of who reads charts",
                        library("dev.chartroom.charts.archive..", "org.apache.commons..")),
                Named.of(
                        "CEL and RE2 are the CEL adapter's",
                        library("dev.chartroom.adapters.cel..", "dev.cel..", "com.google.re2j..")),
                Named.of(
                        "the CEL adapter knows the domain and CEL",
                        classes()
                                .that()
                                .resideInAPackage("dev.chartroom.adapters.cel..")
                                .should()
                                .onlyDependOnClassesThat()
                                .resideInAnyPackage(
                                        "dev.chartroom.adapters.cel..",
                                        "dev.chartroom.domain..",
                                        "dev.chartroom.apimachinery..",
                                        "dev.cel..",
                                        "com.google.common.collect..",
                                        "com.google.common.primitives..",
                                        "com.google.re2j..",
                                        "java..",
                                        "org.jspecify..")),
                Named.of(
                        "the client of the API server is for two adapters",
                        noClasses()
                                .that()
                                .resideOutsideOfPackages(
                                        "dev.chartroom.kubernetes..",
                                        "dev.chartroom.adapters.kubernetes..",
                                        "dev.chartroom.adapters.auth..",
                                        "dev.chartroom.bootstrap..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage("dev.chartroom.kubernetes..")),
                Named.of(
                        "bootstrap alone knows the CEL adapter",
                        noClasses()
                                .that()
                                .resideOutsideOfPackages("dev.chartroom.adapters.cel..", "dev.chartroom.bootstrap..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage("dev.chartroom.adapters.cel..")),
                Named.of("names say what a class is", NAMES_SAY_WHAT_A_CLASS_IS),
                Named.of("bootstrap alone ends the program", BOOTSTRAP_ALONE_ENDS_THE_PROGRAM));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void ruleHolds(ArchRule rule) {
        rule.check(PROGRAM);
    }

    @Test
    void allModulesAreImported() {
        assertThat(PROGRAM.size()).isGreaterThan(200);
        for (String module : new String[] {
            "apimachinery", "domain", "ports", "core", "charts", "conformance", "adapters", "bootstrap"
        }) {
            assertThat(PROGRAM.stream().anyMatch(type -> type.getPackageName().startsWith("dev.chartroom." + module)))
                    .as(module)
                    .isTrue();
        }
    }

    static Stream<Named<ArchRule>> rulesThatThePlantedClassesBreak() {
        return Stream.of(
                Named.of("a library in the domain", DOMAIN_KNOWS_APIMACHINERY),
                Named.of("an empty name", NAMES_SAY_WHAT_A_CLASS_IS),
                Named.of("an exit outside bootstrap", BOOTSTRAP_ALONE_ENDS_THE_PROGRAM));
    }

    @ParameterizedTest
    @MethodSource("rulesThatThePlantedClassesBreak")
    void ruleDetectsPlantedViolations(ArchRule rule) {
        assertThat(rule.evaluate(PLANTED).hasViolation()).isTrue();
    }

    /** Returns the rule that a module depends only on the JDK, JSpecify and other modules. */
    private static ArchRule knowsOnly(String module, String... others) {
        String[] known = Stream.concat(
                        Stream.concat(Stream.of(module), Stream.of(others)).map(name -> "dev.chartroom." + name + ".."),
                        Stream.of("java..", "org.jspecify.."))
                .toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage("dev.chartroom." + module + "..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(known);
    }

    private static ArchRule library(String owner, String... packages) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(owner)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages);
    }

    /** A reader who searches for a name must not find another class first. */
    @Test
    void productionClassesHaveDistinctNames() throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            for (Path module : modules.toList()) {
                // Other folders of a module change while its tests run.
                Path sources = module.resolve("src/main/java");
                if (Files.isDirectory(sources)) {
                    try (Stream<Path> files = Files.walk(sources)) {
                        files.map(file -> String.valueOf(file.getFileName()))
                                .filter(name -> name.endsWith(".java") && !name.endsWith("-info.java"))
                                .forEach(name -> counts.merge(name, 1, Integer::sum));
                    }
                }
            }
        }

        assertThat(counts).hasSizeGreaterThan(500);
        assertThat(counts)
                .allSatisfy((name, count) -> assertThat(count).as(name).isOne());
    }
}
