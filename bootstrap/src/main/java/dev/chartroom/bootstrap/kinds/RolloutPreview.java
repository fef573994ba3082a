package dev.chartroom.bootstrap.kinds;

import dev.chartroom.domain.conversion.FieldChange;
import dev.chartroom.domain.conversion.TemplatedRelease;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.json.LayoutReader;
import dev.chartroom.ports.release.ReleaseDirectory;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** Prints what a rollout would change in the releases of a kind. Changes nothing. */
public final class RolloutPreview {
    private final JsonCodec codec;
    private final LayoutReader layouts;
    private final DefinitionReader definitions;
    private final ReleaseDirectory directory;

    /** @param definitions the server's reader */
    public RolloutPreview(
            JsonCodec codec, LayoutReader layouts, DefinitionReader definitions, ReleaseDirectory directory) {
        this.codec = codec;
        this.layouts = layouts;
        this.definitions = definitions;
        this.directory = directory;
    }

    /**
     * Prints each release that would change, the changes of its fields, and a line with the totals.
     *
     * @return the problems of the definition, one sentence each; empty if there are none
     * @throws dev.chartroom.apimachinery.status.ApiException if the releases cannot be read
     */
    public List<String> print(Path file, PrintWriter out) {
        return switch (DefinitionFile.read(file, codec, layouts)) {
            case DefinitionFile.Unreadable unreadable -> List.of(unreadable.reason());
            case DefinitionFile.Read read ->
                switch (definitions.read(read.source(), read.definition())) {
                    case Declaration.Refused refused -> refused.problems();
                    case Declaration.Valid valid -> {
                        print(valid.kind(), out);
                        yield List.of();
                    }
                };
        };
    }

    private void print(ApplicationKind kind, PrintWriter out) {
        Counts counts = new Counts();
        directory.forEach(kind, (name, stored) -> {
            TemplatedRelease release = TemplatedRelease.of(kind, stored);
            counts.all++;
            boolean changes = release.isOutdated() && !release.changes().isEmpty();
            counts.changing += changes ? 1 : 0;
            if (changes || !release.kept().isEmpty()) {
                out.println(name.namespace() + "/" + kind.release().releaseName(name.name()));
            }
            if (changes) {
                release.changes().forEach(change -> out.println("  " + change));
            }
            release.kept().forEach(kept -> out.println("  " + stays(kept)));
        });
        out.printf(
                "%s: %d of %d releases would change%s%n", kind.groupResource(), counts.changing, counts.all, how(kind));
        out.flush();
    }

    private static String stays(FieldChange kept) {
        return kept + ": stays, because it was edited";
    }

    private static String how(ApplicationKind kind) {
        return kind.release()
                .rollout()
                .map(rollout -> rollout.paused()
                        ? ", when spec.release.rollout is no longer paused"
                        : ", " + rollout.perMinute() + " a minute")
                .orElse(", if the definition had spec.release.rollout");
    }

    private static final class Counts {
        private long all;
        private long changing;
    }
}
