package dev.chartroom.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Debian's packages for an architecture, from the package sources of this machine. apt-get uses its own folder here, so
 * it needs no rights, and the architecture may differ from the one of this machine.
 *
 * @param folder for the lists of packages and the packages
 */
record DebianPackages(Path folder, Architecture architecture) {

    /** Downloads the current versions of packages, and returns their files in the order of their names. */
    List<Path> download(Collection<String> names) throws IOException {
        for (String part : List.of("state/lists/partial", "cache/archives/partial", "packages")) {
            Files.createDirectories(folder.resolve(part));
        }
        Path status = Files.writeString(folder.resolve("status"), "");
        Path configuration = Files.writeString(folder.resolve("apt.conf"), """
                Dir::State "%s";
                Dir::State::status "%s";
                Dir::Cache "%s";
                APT::Architecture "%s";
                APT::Architectures { "%4$s"; };
                APT::Sandbox::User "";
                Acquire::Languages "none";
                """.formatted(
                        folder.resolve("state"), status, folder.resolve("cache"), architecture));
        Path packages = folder.resolve("packages");
        Command aptGet = new Command(packages, Map.of("APT_CONFIG", configuration.toString()));
        aptGet.run(List.of("apt-get", "-q", "update"));
        List<String> download = new ArrayList<>(List.of("apt-get", "-q", "download"));
        download.addAll(names);
        aptGet.run(download);
        try (Stream<Path> files = Files.list(packages)) {
            return files.sorted().toList();
        }
    }

    /** Returns the fields of a package, such as its name and its version. */
    String fields(Path file) throws IOException {
        return new Command(folder, Map.of()).run(List.of("dpkg-deb", "--field", file.toString()));
    }

    /** Unpacks the files of a package. */
    Path unpack(Path file) throws IOException {
        Path target = folder.resolve("unpacked").resolve(file.getFileName());
        Files.createDirectories(target);
        new Command(folder, Map.of()).run(List.of("dpkg-deb", "--extract", file.toString(), target.toString()));
        return target;
    }
}
