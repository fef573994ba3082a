package dev.chartroom.e2e.clients;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** A step of a script. */
sealed interface Step {

    /** Writes a file into the commands' working directory. */
    record Write(String file, String text) implements Step {}

    /**
     * Runs a command to its end and records its output.
     *
     * @param as the variable for its standard output, or empty
     */
    record Run(Command command, String as) implements Step {}

    /** Repeats a command until its output matches, and records the last output. */
    record Await(Command command, Pattern until) implements Step {}

    /** Runs a command for one side only, for preparations that differ between the sides. Not recorded. */
    record Prepare(Side side, Command command) implements Step {}

    /**
     * Starts a command that runs concurrently with others, and waits until it has begun.
     *
     * @param lines the number of lines that it prints first, possibly 0
     * @param begun the last request that it sends before it only waits; empty if the lines suffice
     */
    record Start(String name, Command command, int lines, String begun) implements Step {}

    /** Waits until a started command ends by itself, and records it. */
    record Join(String name, int exit) implements Step {}

    /** Waits until a started command has printed this many lines, ends it, and records them. */
    record Stop(String name, int lines) implements Step {}

    /**
     * A kubectl command.
     *
     * @param exit the required exit code with a CRD; detects scripts that fail in the same way on both sides
     */
    record Command(String line, String stdin, Map<String, String> environment, int exit) {

        /** Returns the command with logging of its requests. */
        Command telling() {
            return new Command(line + " -v=6", stdin, environment, exit);
        }
    }

    /** Reads a step of a script: a text is a command, an object is any step. */
    static Step of(JsonValue value) {
        if (value instanceof JsonString(String line)) {
            return new Run(new Command(line, "", Map.of(), 0), "");
        }
        JsonObject step = (JsonObject) value;
        if (step.has("file")) {
            return new Write(step.stringOrEmpty("file"), step.stringOrEmpty("text"));
        }
        if (step.has("join")) {
            return new Join(step.stringOrEmpty("join"), exit(step));
        }
        if (step.has("stop")) {
            return new Stop(step.stringOrEmpty("stop"), number(step, "lines"));
        }
        Map<String, String> environment = new TreeMap<>();
        step.objectOrEmpty("env").members().forEach((name, text) -> environment.put(name, ((JsonString) text).value()));
        Command command = new Command(step.stringOrEmpty("run"), step.stringOrEmpty("stdin"), environment, exit(step));
        if (command.line().isEmpty()) {
            throw new IllegalArgumentException("no step: " + step);
        }
        if (step.has("only")) {
            return new Prepare(Side.valueOf(step.stringOrEmpty("only")), command);
        }
        if (step.has("start")) {
            return new Start(step.stringOrEmpty("start"), command, number(step, "lines"), step.stringOrEmpty("begun"));
        }
        if (step.has("until")) {
            return new Await(command, Pattern.compile(step.stringOrEmpty("until"), Pattern.DOTALL));
        }
        return new Run(command, step.stringOrEmpty("as"));
    }

    private static int exit(JsonObject step) {
        return number(step, "exit");
    }

    private static int number(JsonObject step, String member) {
        return step.has(member) ? Integer.parseInt(String.valueOf(step.get(member))) : 0;
    }
}
