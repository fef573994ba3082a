package dev.chartroom.bootstrap.config;

import dev.chartroom.apimachinery.status.ApiException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Describes in words why a file cannot be used. */
public final class FileProblem {
    private FileProblem() {}

    /** Describes why a file cannot be read. The description does not name the file, unless the cause is another file. */
    public static String of(IOException failure, Path file) {
        return switch (failure) {
            case NoSuchFileException missing ->
                missing.getFile().equals(file.toString()) ? "does not exist" : missing.getFile() + " does not exist";
            case AccessDeniedException _ -> "the user may not read it";
            case IOException _ when Files.isDirectory(file) -> "is a folder";
            case IOException _ -> "cannot be read: " + failure.getMessage();
        };
    }

    /** Describes why the content of a file cannot be decoded. The codec calls any document a body. */
    public static String of(ApiException failure) {
        return String.valueOf(failure.getMessage()).replaceFirst("^the body ", "the file ");
    }
}
