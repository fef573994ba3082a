package dev.chartroom.bootstrap.config;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/**
 * The source of this program.
 *
 * @param commit the commit; {@code unknown} if the sources were in no repository
 * @param modified whether files differed from the commit
 */
public record BuildInfo(String commit, boolean modified) {
    private static final String UNKNOWN = "unknown";

    /** Reads the facts that the build wrote. */
    public static BuildInfo ofThisProgram() {
        Properties properties = new Properties();
        try (InputStream in = BuildInfo.class.getResourceAsStream("/git.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException | IllegalArgumentException _) {
            // The version is still known.
        }
        return new BuildInfo(
                properties.getProperty("git.commit.id.full", UNKNOWN),
                Boolean.parseBoolean(properties.getProperty("git.dirty", "false")));
    }
}
