package dev.chartroom.e2e.parity;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.bootstrap.assembly.Assembly;
import dev.chartroom.bootstrap.dev.DevObjects;
import dev.chartroom.conformance.cases.Side;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.harness.DevProgram;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The kinds as Chartroom serves them.
 *
 * @param program stopped at the end
 */
record ChartroomSide(Side side, AutoCloseable program) implements AutoCloseable {

    /**
     * Starts Chartroom behind the aggregator of a control plane.
     *
     * @param configuration more lines of it, for example of another store than HelmReleases
     */
    static ChartroomSide start(ControlPlane controlPlane, List<TestKind> kinds, String configuration) {
        controlPlane.installHelmReleaseCrd();
        Program program = Program.startWith(controlPlane, definitions(kinds), configuration)
                .registered(TestGroups.OURS, TestKind.VERSION);
        kinds.stream()
                .flatMap(kind -> kind.older().objects().stream())
                .forEach(version -> program.registered(TestGroups.OURS, version.stringOrEmpty("name")));
        checkServed(program.assembly(), kinds);
        Side side = HttpTransport.side(
                controlPlane.url(),
                TestGroups.OURS,
                Map.of(),
                controlPlane.admin().identity().sslContext(controlPlane.caPem()));
        return new ChartroomSide(side, program);
    }

    /** Starts Chartroom in dev mode, with the store in memory. */
    static ChartroomSide inMemory(List<TestKind> kinds) {
        return in(DevObjects.MEMORY, kinds);
    }

    /** As above, with another store. */
    static ChartroomSide in(DevObjects objects, List<TestKind> kinds) {
        DevProgram program = DevProgram.start(definitions(kinds), objects);
        checkServed(program.assembly(), kinds);
        return new ChartroomSide(
                HttpTransport.side(program.url(), TestGroups.OURS, program.credentials(), program.tls()), program);
    }

    private static void checkServed(Assembly assembly, List<TestKind> kinds) {
        var registry = assembly.catalogue().registry();
        if (registry.kinds().stream()
                        .filter(kind -> kind.group().equals(TestGroups.OURS))
                        .count()
                != kinds.size()) {
            throw new IllegalStateException("not all kinds are served: " + registry.refusals());
        }
    }

    private static Path definitions(List<TestKind> kinds) {
        Path folder = ModuleDirectory.newWorkDirectory("parity-definitions");
        try {
            for (TestKind kind : kinds) {
                Files.write(
                        folder.resolve(kind.plural() + ".json"),
                        new JacksonCodec().encode(kind.definition(TestGroups.OURS)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return folder;
    }

    @Override
    public void close() {
        side.close();
        try {
            program.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
