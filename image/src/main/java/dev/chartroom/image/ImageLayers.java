package dev.chartroom.image;

import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The layers of the image. A layer that rarely changes comes first. Only the last layer, the AOT cache, differs from
 * build to build.
 */
final class ImageLayers {
    private static final FilePermissions ANYONE = FilePermissions.fromOctalString("777");
    private static final FilePermissions EXECUTABLE = FilePermissions.fromOctalString("755");
    private static final FilePermissions READABLE = FilePermissions.fromOctalString("644");

    private final ImageFiles files;
    private final List<Path> all;

    ImageLayers(ImageFiles files) throws IOException {
        this.files = files;
        try (Stream<Path> walk = Files.walk(files.root())) {
            this.all = walk.filter(file -> !file.equals(files.root())).sorted().toList();
        }
    }

    /** @param version the version of Chartroom, which the names of its own jars contain */
    List<FileEntriesLayer> layers(String version) throws IOException {
        Path home = files.at(ImageFiles.HOME);
        Path java = home.resolve("java");
        Path libraries = home.resolve("lib");
        Path aot = files.at(ImageFiles.AOT_CACHE);
        Predicate<Path> base = file -> !home.startsWith(file) && !file.startsWith(home);
        Predicate<Path> runtime = file -> file.startsWith(java);
        Predicate<Path> library =
                file -> file.startsWith(libraries) && !file.toString().endsWith("-" + version + ".jar");
        Predicate<Path> cache = file -> file.equals(aot);
        Predicate<Path> program = base.or(runtime).or(library).or(cache).negate();

        List<FileEntriesLayer> layers = new ArrayList<>();
        add(layers, "base", base);
        add(layers, "java", runtime);
        add(layers, "libraries", library);
        add(layers, "program", program);
        add(layers, "AOT cache", cache);
        return layers;
    }

    private void add(List<FileEntriesLayer> layers, String name, Predicate<Path> included) throws IOException {
        FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName(name);
        List<Path> selected = all.stream().filter(included).toList();
        for (Path file : selected) {
            String path = "/" + files.root().relativize(file);
            layer.addEntry(file, AbsoluteUnixPath.get(path), permissions(file, path), ImageFiles.TIME, "0:0");
        }
        if (!selected.isEmpty()) {
            layers.add(layer.build());
        }
    }

    private static FilePermissions permissions(Path file, String path) {
        if (path.equals("/tmp")) {
            return ANYONE;
        }
        return Files.isDirectory(file) || Files.isExecutable(file) ? EXECUTABLE : READABLE;
    }
}
