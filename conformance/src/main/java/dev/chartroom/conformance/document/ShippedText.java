package dev.chartroom.conformance.document;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads the files that the module ships: cases, and sets of accepted differences. */
public final class ShippedText {
    private static final String FOLDER = "/dev/chartroom/conformance/";

    private ShippedText() {}

    /** Returns the text of a file below the module's folder of resources. */
    public static String read(String name) {
        try (InputStream in = ShippedText.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new FileNotFoundException(name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
