package dev.chartroom.image;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Builds the image, an OCI archive. It runs as a program of its own, with system properties as its input. */
final class BuildImage {
    private BuildImage() {}

    public static void main(String[] args) throws Exception {
        try {
            Path archive = build(ImageSettings.read(System.getProperties()));
            System.out.printf("image: %s, %.1f MB%n", archive, Files.size(archive) / 1e6);
        } catch (ImageException e) {
            System.err.println("image: " + e.getMessage());
            System.exit(1);
        }
    }

    /** Returns the archive. */
    static Path build(ImageSettings settings) throws Exception {
        Path work = settings.folder().toAbsolutePath().resolve("work-" + settings.architecture());
        delete(work);
        Files.createDirectories(work);
        ImageFiles files = files(settings, work);
        Path archive = Files.createDirectories(settings.folder())
                .resolve(settings.archive().getFileName());
        // Jib recognizes a known layer by the times of its files, which never change here. So each build has its own
        // cache.
        Containerizer target = Containerizer.to(TarImage.at(archive).named("chartroom:" + settings.version()))
                .setBaseImageLayersCache(work.resolve("jib-base"))
                .setApplicationLayersCache(work.resolve("jib-layers"))
                .setToolName("chartroom");
        container(settings)
                .setFileEntriesLayers(new ImageLayers(files).layers(settings.version()))
                .containerize(target);
        delete(work);
        return archive;
    }

    private static ImageFiles files(ImageSettings settings, Path work) throws IOException {
        ImageFiles files = new ImageFiles(work.resolve("root"));
        Path home = Files.createDirectories(files.at(ImageFiles.HOME));
        Path java = home.resolve("java");
        JavaRuntime.link(settings.jdk(), settings.architecture(), java);
        Set<String> omitted = new ReleaseArchive(settings.release()).unpackTo(home);
        List<PackageFields> packages = switch (settings.base()) {
            case ImageBase.Debian _ ->
                DebianBase.write(
                        new DebianPackages(work.resolve("debian"), settings.architecture()), files.root(), java);
            case ImageBase.Existing _ -> List.of();
        };
        ImageSbom.complete(home.resolve("sbom.json"), omitted, settings.jdk(), packages);
        files.writeOptions();
        files.setTimes();
        if (settings.aot()) {
            files.recordAotCache();
        }
        return files;
    }

    private static JibContainerBuilder container(ImageSettings settings) throws Exception {
        JibContainerBuilder container = switch (settings.base()) {
            case ImageBase.Debian _ -> Jib.fromScratch();
            case ImageBase.Existing(String reference) -> Jib.from(reference);
        };
        return container
                .setFormat(ImageFormat.OCI)
                .setPlatforms(Set.of(new Platform(settings.architecture().toString(), "linux")))
                .setCreationTime(settings.created())
                .setUser(DebianBase.USER + ":" + DebianBase.USER)
                .setEntrypoint(ImageFiles.entrypoint())
                .setLabels(labels(settings));
    }

    private static Map<String, String> labels(ImageSettings settings) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("title", "Chartroom");
        labels.put("description", "Serves Helm charts as Kubernetes kinds; each object is a Flux HelmRelease");
        labels.put("version", settings.version());
        labels.put("licenses", "Apache-2.0");
        labels.put("created", settings.created().toString());
        labels.put("base.name", settings.base().toString());
        if (!settings.revision().isEmpty()) {
            labels.put("revision", settings.revision());
        }
        Map<String, String> named = new LinkedHashMap<>();
        labels.forEach((name, value) -> named.put("org.opencontainers.image." + name, value));
        return named;
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
