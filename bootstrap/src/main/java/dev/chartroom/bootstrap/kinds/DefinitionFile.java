package dev.chartroom.bootstrap.kinds;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TextLayout;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.json.LayoutReader;
import dev.chartroom.ports.kind.DefinitionDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file with a definition, for commands whose users edit the file. */
sealed interface DefinitionFile {

    /** Returns the path of the file as given. */
    String source();

    /** A file that contains an object. */
    record Read(String source, JsonObject definition, TextLayout layout) implements DefinitionFile {}

    /** A file that contains no object or cannot be read. */
    record Unreadable(String source, OptionalInt line, String reason) implements DefinitionFile {}

    /** The name of standard input on the command line. */
    String STANDARD_INPUT = "-";

    /** Returns the name of a file in messages. */
    static String source(Path file) {
        return file.toString().equals(STANDARD_INPUT) ? "standard input" : file.toString();
    }

    static DefinitionFile read(Path file, JsonCodec codec, LayoutReader layouts) {
        String source = source(file);
        try (InputStream in = file.toString().equals(STANDARD_INPUT) ? System.in : Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(FolderKindSource.MAX_FILE + 1);
            if (bytes.length > FolderKindSource.MAX_FILE) {
                return unreadable(source, "the file is larger than " + FolderKindSource.MAX_FILE + " bytes");
            }
            return switch (DefinitionDocument.of(source, bytes, codec)) {
                case DefinitionDocument.Parsed(var name, var definition, var _) ->
                    new Read(name, definition, layouts.layout(bytes));
                case DefinitionDocument.Malformed(var name, var reason) ->
                    unreadable(name, reason.replaceFirst("^the body ", "the file "));
                case DefinitionDocument.Unfetched(var name, var reason) -> unreadable(name, reason);
            };
        } catch (NoSuchFileException _) {
            return unreadable(source, "the file does not exist");
        } catch (IOException e) {
            return unreadable(source, "the file cannot be read: " + e.getMessage());
        }
    }

    private static DefinitionFile unreadable(String source, String reason) {
        Matcher named = Pattern.compile("line (\\d{1,8})").matcher(reason);
        OptionalInt line = OptionalInt.empty();
        while (named.find()) {
            line = OptionalInt.of(Integer.parseInt(named.group(1)));
        }
        return new Unreadable(source, line, reason.replaceAll("\\s*\\R\\s*", " "));
    }
}
