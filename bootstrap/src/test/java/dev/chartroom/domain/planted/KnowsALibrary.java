package dev.chartroom.domain.planted;

import picocli.CommandLine;

/** Is in the domain's package and depends on a library. */
public final class KnowsALibrary {
    public final CommandLine library = new CommandLine(this);
}
