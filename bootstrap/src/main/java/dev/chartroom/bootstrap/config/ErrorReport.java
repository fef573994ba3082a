package dev.chartroom.bootstrap.config;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reports an unexpected error of a command: one sentence for the user, and a file with the details. */
public final class ErrorReport {
    private ErrorReport() {}

    /** Writes the details to a new file in the folder for temporary files. Returns a sentence that names this file. */
    public static String of(Throwable failure) {
        StringWriter details = new StringWriter();
        failure.printStackTrace(new PrintWriter(details));
        try {
            Path file = Files.createTempFile("chartroom-error-", ".txt");
            Files.writeString(file, details.toString());
            return "an unexpected error occurred, which is a defect of Chartroom; the details are in " + file;
        } catch (IOException _) {
            return "an unexpected error occurred, which is a defect of Chartroom: " + details;
        }
    }
}
