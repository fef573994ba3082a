package dev.chartroom.benchmarks.server;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.ProgramFiles;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/** A process of {@link PassThrough} that is registered with the aggregator. */
public final class PassThroughProcess implements AutoCloseable {
    private final ChildProcess process;
    private final ControlPlane controlPlane;

    private PassThroughProcess(ChildProcess process, ControlPlane controlPlane) {
        this.process = process;
        this.controlPlane = controlPlane;
    }

    /** @param files the files with the serving certificate to use */
    public static PassThroughProcess start(ControlPlane controlPlane, ProgramFiles files) {
        ChildProcess process = ChildProcess.start(new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseG1GC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                PassThrough.class.getName(),
                // Not the kubeconfig of Chartroom, which may not patch releases: its patches become updates.
                controlPlane.admin().kubeconfig().toString(),
                files.config().resolveSibling("tls.crt").toString(),
                files.config().resolveSibling("tls.key").toString())));
        Iterator<String> lines = process.stdout().iterator();
        if (!lines.hasNext()) {
            throw new IllegalStateException(
                    "the stub ended: " + String.join("\n", process.stderr().toList()));
        }
        String line = lines.next();
        int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
        controlPlane.registerApiService(PassThrough.GROUP, PassThrough.VERSION, port, files.caPem());
        return new PassThroughProcess(process, controlPlane);
    }

    /** Returns the path that is passed on to a path of releases. */
    public static String path(String ofReleases) {
        String releases = "/apis/helm.toolkit.fluxcd.io/v2";
        if (!ofReleases.startsWith(releases)) {
            throw new IllegalArgumentException(ofReleases);
        }
        return "/apis/" + PassThrough.GROUP + "/" + PassThrough.VERSION + ofReleases.substring(releases.length());
    }

    @Override
    public void close() {
        controlPlane.unregisterApiService(PassThrough.GROUP, PassThrough.VERSION);
        process.close();
    }
}
