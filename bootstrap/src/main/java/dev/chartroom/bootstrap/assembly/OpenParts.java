package dev.chartroom.bootstrap.assembly;

import java.util.ArrayList;
import java.util.List;

/** The parts of a program that must be closed. They are closed in the reverse order of opening. */
final class OpenParts implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(OpenParts.class.getName());

    private record Part(String name, AutoCloseable part) {}

    private final List<Part> parts = new ArrayList<>();

    /** Adds a part, and returns it. */
    <T extends AutoCloseable> T add(T part) {
        add(part.getClass().getSimpleName(), part);
        return part;
    }

    /** @param name the name of the part in the log */
    void add(String name, AutoCloseable part) {
        parts.add(new Part(name, part));
    }

    /** Closes all parts. If one cannot be closed, the others are closed nevertheless. */
    @Override
    public void close() {
        for (Part each : parts.reversed()) {
            try {
                each.part().close();
            } catch (Exception e) {
                LOG.log(System.Logger.Level.WARNING, "The " + each.name() + " cannot be closed", e);
            }
        }
        parts.clear();
    }
}
