package dev.chartroom.e2e.survive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinearizabilityTest {

    /** Each operation is written as action, outcome, start and end. */
    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', textBlock = """
            true  | create:a done 1 2; read:a done 3 4                                 | a read sees the write before it
            false | create:a done 1 2; read: done 3 4                                  | an acknowledged write was lost
            true  | create:a done 1 4; read: done 2 3; read:a done 2 5                 | operations at the same time have any order
            false | create:a done 1 2; update:a>b done 3 4; read:a done 5 6            | a stale read
            false | create:a done 1 2; update:a>b done 3 4; update:a>c done 5 6        | two updates of one version
            true  | create:a done 1 2; update:a>b done 3 4; update:a>c conflict 5 6    | the second update conflicts
            false | create:a done 1 2; update:a>b conflict 3 4                         | a conflict without another write
            true  | create:a done 1 2; update:a>b unknown 3 4; read:a done 5 6         | an unknown update did not happen
            true  | create:a done 1 2; update:a>b unknown 3 4; read:b done 5 6         | an unknown update happened
            true  | create:a done 1 2; update:a>b unknown 3 4; read:a done 5 6; read:b done 7 8 | an unknown update happened late
            false | create:a done 1 2; update:a>b unknown 3 4; read:b done 5 6; read:a done 7 8 | a read goes back
            false | create:a done 1 2; update:a>b conflict 3 4; read:b done 5 6        | a write that was refused has an effect
            true  | create:a done 1 2; delete: done 3 4; read: done 5 6; create:b done 7 8 | a name is used again
            false | create:a done 1 2; delete: done 3 4; read:a done 5 6               | a deleted object is back
            false | create:a exists 1 2                                                | there is no object that exists
            true  | create:a unknown 1 2; create:b exists 3 4                          | the unknown create happened
            false | create:a done 1 2; create:b done 3 4                               | two creates of one name
            true  | delete: missing 1 2; update:a>b missing 3 4                        | nothing is there
            false | create:a done 1 2; delete: missing 3 4                             | an object is missing
            true  | create:a unknown 1 2; read: done 3 4                               | the unknown create did not happen
            false | read:a done 1 2; create:a done 3 4                                 | a read sees the future
            """)
    void historyIsJudged(boolean holds, String history, String description) {
        assertThat(Linearizability.holds(read(history))).as(description).isEqualTo(holds);
    }

    /** Clients of a real register overlap by chance. Its history holds, and does not after one read is replaced. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void longHistoryOfARegisterHoldsUntilAReadIsFalse(long seed) {
        Random random = new Random(seed);
        List<Operation> history = new ArrayList<>();
        String value = null;
        for (int i = 0; i < 400; i++) {
            // The moment of the effect is 10 * i, and up to five other effects are within the time of an operation.
            long start = 10L * i - random.nextInt(25);
            long end = 10L * i + random.nextInt(25);
            boolean isUnknown = random.nextInt(20) == 0;
            Operation.Action action = action(value, "v" + i, random);
            Operation.Step step = new Operation(action, new Operation.Unknown(), start, end).apply(value);
            if (!step.isPossible()) {
                continue;
            }
            Operation.Outcome outcome = isUnknown
                    ? new Operation.Unknown()
                    : new Operation.Done(action instanceof Operation.Read ? value : null);
            history.add(new Operation(action, outcome, start, end));
            if (!isUnknown || random.nextBoolean()) {
                value = step.next();
            }
        }
        assertThat(history).hasSizeGreaterThan(200);
        assertThat(Linearizability.holds(history)).isTrue();

        history.add(new Operation(new Operation.Read(), new Operation.Done("v0"), 5_000, 5_001));
        assertThat(Linearizability.holds(history)).isFalse();
    }

    /** During an outage, all clients repeat their requests. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void manyUnknownOutcomesAreJudged(boolean holds) {
        List<Operation> history = new ArrayList<>(read("create:a done 1 2"));
        for (int i = 10; i < 210; i++) {
            Operation.Action action = switch (i % 4) {
                case 0 -> new Operation.Create("c" + i);
                case 1 -> new Operation.Update("a", "u" + i);
                case 2 -> new Operation.Update("u" + (i - 1), "v" + i);
                default -> new Operation.Delete();
            };
            history.add(new Operation(action, new Operation.Unknown(), i, i + 5));
        }
        history.addAll(read("read:u205 done 300 301; read: done 302 303; update:c208>z conflict 304 305"));
        history.add(new Operation(new Operation.Read(), new Operation.Done(holds ? "c208" : "a"), 306, 307));

        assertThat(Linearizability.holds(history)).isEqualTo(holds);
    }

    @Test
    void emptyHistoryHolds() {
        assertThat(Linearizability.holds(List.of())).isTrue();
    }

    private static Operation.Action action(@Nullable String value, String next, Random random) {
        if (value == null) {
            return random.nextBoolean() ? new Operation.Create(next) : new Operation.Read();
        }
        return switch (random.nextInt(4)) {
            case 0 -> new Operation.Read();
            case 1 -> new Operation.Delete();
            default -> new Operation.Update(value, next);
        };
    }

    private static List<Operation> read(String history) {
        return Arrays.stream(history.split(";"))
                .map(text -> text.strip().split(" "))
                .map(words -> new Operation(action(words[0]), outcome(words), number(words[2]), number(words[3])))
                .toList();
    }

    private static long number(String text) {
        return Long.parseLong(text);
    }

    private static Operation.Action action(String text) {
        String[] parts = text.split(":", 2);
        return switch (parts[0]) {
            case "create" -> new Operation.Create(parts[1]);
            case "update" -> new Operation.Update(parts[1].split(">")[0], parts[1].split(">")[1]);
            case "delete" -> new Operation.Delete();
            case "read" -> new Operation.Read();
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static Operation.Outcome outcome(String[] words) {
        return switch (words[1]) {
            case "done" ->
                new Operation.Done(
                        words[0].startsWith("read:") && words[0].length() > 5 ? words[0].substring(5) : null);
            case "exists" -> new Operation.Exists();
            case "conflict" -> new Operation.Conflict();
            case "missing" -> new Operation.Missing();
            case "unknown" -> new Operation.Unknown();
            default -> throw new IllegalArgumentException(words[1]);
        };
    }
}
