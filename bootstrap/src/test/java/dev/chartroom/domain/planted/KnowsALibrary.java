package dev.chartroom.domain.planted;

import picocli.CommandLine;

/** Stands in the domain's package and knows a library. */
public final class KnowsALibrary {
    public final CommandLine library = new CommandLine(this);
}
