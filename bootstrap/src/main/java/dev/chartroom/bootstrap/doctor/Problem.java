package dev.chartroom.bootstrap.doctor;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.Locale;

/**
 * One thing that is wrong with an installation, or that the user's rights or place do not allow to examine.
 *
 * @param object the object with the problem, such as {@code APIService v1.apps.example.com}
 * @param message the problem, without a full stop
 * @param effect the consequence for users, without a full stop
 * @param remedy the shell command that solves the problem
 */
public record Problem(Level level, String object, String message, String effect, String remedy) {

    /** How serious a problem is. */
    public enum Level {
        /** Something does not work. */
        ERROR,
        /** Something works, but not as it should. */
        WARNING,
        /** The command cannot determine whether there is a problem. */
        UNKNOWN
    }

    static Problem error(String object, String message, String effect, String remedy) {
        return new Problem(Level.ERROR, object, message, effect, remedy);
    }

    static Problem warning(String object, String message, String effect, String remedy) {
        return new Problem(Level.WARNING, object, message, effect, remedy);
    }

    /** @param remedy the command that makes the examination possible */
    static Problem unknown(String object, String message, String remedy) {
        return new Problem(Level.UNKNOWN, object, message, "this part of the installation was not examined", remedy);
    }

    String levelText() {
        return level.name().toLowerCase(Locale.ROOT);
    }

    JsonObject json() {
        return JsonObject.builder()
                .put("level", levelText())
                .put("object", object)
                .put("message", message)
                .put("effect", effect)
                .put("remedy", remedy)
                .build();
    }
}
