package dev.chartroom.adapters.cel.library;

import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.Timestamp;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The functions for the fields of timestamps and durations. Timestamps are in UTC unless a zone is given. */
public final class TimeFunctions {
    private TimeFunctions() {}

    public static Map<String, CelFunction> functions() {
        Map<String, CelFunction> functions = new LinkedHashMap<>();
        ofTime(functions, "getFullYear", ZonedDateTime::getYear);
        ofTime(functions, "getMonth", time -> time.getMonthValue() - 1L);
        ofTime(functions, "getDate", ZonedDateTime::getDayOfMonth);
        ofTime(functions, "getDayOfMonth", time -> time.getDayOfMonth() - 1L);
        ofTime(functions, "getDayOfWeek", time -> time.getDayOfWeek().getValue() % 7L);
        ofTime(functions, "getDayOfYear", time -> time.getDayOfYear() - 1L);
        ofBoth(functions, "getHours", ZonedDateTime::getHour, Duration::toHours);
        ofBoth(functions, "getMinutes", ZonedDateTime::getMinute, Duration::toMinutes);
        ofBoth(functions, "getSeconds", ZonedDateTime::getSecond, Duration::toSeconds);
        ofBoth(functions, "getMilliseconds", time -> time.getNano() / 1_000_000L, Duration::toMillis);
        return functions;
    }

    private static void ofTime(Map<String, CelFunction> functions, String name, ToLongFunction<ZonedDateTime> part) {
        ofBoth(functions, name, part, _ -> {
            throw CelFailure.noSuchOverload();
        });
    }

    private static void ofBoth(
            Map<String, CelFunction> functions,
            String name,
            ToLongFunction<ZonedDateTime> ofTime,
            ToLongFunction<Duration> ofDuration) {
        functions.put(name, arguments -> switch (arguments[0]) {
            case Timestamp time -> ofTime.applyAsLong(time.instant().atZone(zone(arguments)));
            case Duration duration -> ofDuration.applyAsLong(duration);
            default -> throw CelFailure.noSuchOverload();
        });
    }

    private static ZoneId zone(Object[] arguments) {
        if (arguments.length < 2) {
            return ZoneOffset.UTC;
        }
        String name = String.valueOf(arguments[1]);
        try {
            if (name.matches("[+-]?\\d\\d:\\d\\d")) {
                return ZoneOffset.of(Character.isDigit(name.charAt(0)) ? "+" + name : name);
            }
            return ZoneId.of(name.isEmpty() ? "UTC" : name);
        } catch (DateTimeException _) {
            throw new CelFailure("unknown time zone " + name);
        }
    }
}
