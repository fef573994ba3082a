package dev.chartroom.conformance.answer;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A watch with bookmarks gets one about two seconds before it ends (wire contract D44). For a shorter watch, timing
 * decides whether it gets a bookmark. For any other watch, timing decides how many bookmarks it gets. So bookmarks of
 * short watches are removed, and several in a row become one. The bookmark after the initial events stays.
 */
final class Bookmarks {
    private static final Pattern ASKED = Pattern.compile("[?&]allowWatchBookmarks=(true|1)(&|$)");
    private static final Pattern TIMEOUT = Pattern.compile("[?&]timeoutSeconds=(\\d{1,3})(&|$)");
    private static final int SHORT_SECONDS = 3;
    private static final String END_OF_INITIAL_EVENTS = "k8s.io/initial-events-end";

    private Bookmarks() {}

    /** Removes the frames that depend on the clock. */
    static JsonValue settled(String path, JsonValue frames) {
        if (!(frames instanceof JsonArray array) || !ASKED.matcher(path).find()) {
            return frames;
        }
        Matcher timeout = TIMEOUT.matcher(path);
        boolean isShort = timeout.find() && Integer.parseInt(timeout.group(1)) <= SHORT_SECONDS;
        List<JsonValue> settled = new ArrayList<>();
        boolean afterBookmark = false;
        for (JsonValue frame : array) {
            boolean bookmark = isPeriodic(frame);
            if (!bookmark || (!isShort && !afterBookmark)) {
                settled.add(frame);
            }
            afterBookmark = bookmark;
        }
        return new JsonArray(settled);
    }

    private static boolean isPeriodic(JsonValue frame) {
        return frame instanceof JsonObject event
                && event.stringOrEmpty("type").equals("BOOKMARK")
                && !event.toString().contains(END_OF_INITIAL_EVENTS); // in a table, the annotation is in the row
    }
}
