package dev.chartroom.e2e.survive;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the operations on an object can have happened one after the other, each at a moment between its start and
 * its end. An operation with an unknown outcome can have happened at any time after its start, or never. The search is that
 * of Wing and Gong, with Lowe's memory of the states that it has seen; etcd's robustness tests use the same method.
 */
final class Linearizability {
    private static final int MOST_STATES = 1_000_000;

    private final List<Operation> operations;
    /** The operations whose outcomes are known. */
    private final BitSet known = new BitSet();
    /** The values that a later operation refers to. */
    private final Set<String> observed;

    private final Map<Position, List<BitSet>> seen = new HashMap<>();

    /** @param done the known operations that have happened */
    private record Position(BitSet done, @Nullable String value) {}

    /** @param unknown the operations with unknown outcomes that have happened */
    private record State(Position position, BitSet unknown) {}

    private Linearizability(List<Operation> history) {
        operations = history.stream()
                .sorted(Comparator.comparingLong(Operation::start))
                .toList();
        for (int i = 0; i < operations.size(); i++) {
            known.set(i, !operations.get(i).isUnknown());
        }
        observed = operations.stream()
                .map(Linearizability::observed)
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static @Nullable String observed(Operation operation) {
        return switch (operation.action()) {
            case Operation.Read _ -> operation.outcome() instanceof Operation.Done(String value) ? value : null;
            case Operation.Update(String expected, String _) -> expected;
            case Operation.Create _, Operation.Delete _ -> null;
        };
    }

    /**
     * Returns whether the history of an object that does not exist at first is linearizable.
     *
     * @throws IllegalStateException if the search takes too long
     */
    static boolean holds(List<Operation> history) {
        return new Linearizability(history).search();
    }

    private boolean search() {
        Deque<State> open = new ArrayDeque<>();
        open.push(new State(new Position(new BitSet(), null), new BitSet()));
        for (int states = 0; !open.isEmpty(); states++) {
            if (states > MOST_STATES) {
                throw new IllegalStateException("the history is too long to judge");
            }
            State state = settled(open.pop());
            if (state.position().done().equals(known)) {
                return true;
            }
            if (isNew(state)) {
                next(state).forEach(open::push);
            }
        }
        return false;
    }

    /** Returns whether no earlier state has left at least the same choices. */
    private boolean isNew(State state) {
        List<BitSet> before = seen.computeIfAbsent(state.position(), _ -> new ArrayList<>());
        if (before.stream().anyMatch(unknown -> isSubset(unknown, state.unknown()))) {
            return false;
        }
        before.removeIf(unknown -> isSubset(state.unknown(), unknown));
        before.add(state.unknown());
        return true;
    }

    private static boolean isSubset(BitSet part, BitSet whole) {
        BitSet rest = (BitSet) part.clone();
        rest.andNot(whole);
        return rest.isEmpty();
    }

    /** Adds all known operations that can happen now and change nothing. No later order would be better for them. */
    private State settled(State state) {
        BitSet done = (BitSet) state.position().done().clone();
        String value = state.position().value();
        List<Integer> added;
        do {
            added = possible(done, state.unknown()).stream()
                    .filter(i -> known.get(i) && changesNothing(i, value))
                    .toList();
            added.forEach(done::set);
        } while (!added.isEmpty());
        return new State(new Position(done, value), state.unknown());
    }

    private boolean changesNothing(int index, @Nullable String value) {
        Operation.Step step = operations.get(index).apply(value);
        return step.isPossible() && Objects.equals(step.next(), value);
    }

    /** Returns the states after one more operation. The last of them is tried first. */
    private List<State> next(State state) {
        List<State> withUnknown = new ArrayList<>();
        List<State> withKnown = new ArrayList<>();
        Set<Operation.Action> tried = new HashSet<>();
        String value = state.position().value();
        for (int i : possible(state.position().done(), state.unknown())) {
            Operation operation = operations.get(i);
            Operation.Step step = operation.apply(value);
            if (!step.isPossible() || Objects.equals(step.next(), value)) {
                continue;
            }
            if (known.get(i)) {
                withKnown.add(new State(new Position(with(state.position().done(), i), step.next()), state.unknown()));
            } else if (tried.add(likeness(operation.action()))) {
                withUnknown.add(
                        new State(new Position(state.position().done(), step.next()), with(state.unknown(), i)));
            }
        }
        withUnknown.addAll(withKnown);
        return withUnknown;
    }

    /** Returns an action that is equal for actions with the same effect on all later operations. */
    private Operation.Action likeness(Operation.Action action) {
        return switch (action) {
            case Operation.Create(String value) when !observed.contains(value) -> new Operation.Create("");
            case Operation.Update(String expected, String value)
            when !observed.contains(value) -> new Operation.Update(expected, "");
            case Operation.Create _, Operation.Update _, Operation.Delete _, Operation.Read _ -> action;
        };
    }

    private static BitSet with(BitSet bits, int index) {
        BitSet more = (BitSet) bits.clone();
        more.set(index);
        return more;
    }

    /** Returns the operations that may be the next one: those that began before any other known one had ended. */
    private List<Integer> possible(BitSet done, BitSet unknown) {
        long firstEnd = Long.MAX_VALUE;
        List<Integer> begun = new ArrayList<>();
        for (int i = 0; i < operations.size(); i++) {
            if (done.get(i) || unknown.get(i)) {
                continue;
            }
            Operation operation = operations.get(i);
            if (operation.start() > firstEnd) {
                break;
            }
            begun.add(i);
            if (known.get(i)) {
                firstEnd = Math.min(firstEnd, operation.end());
            }
        }
        long end = firstEnd;
        return begun.stream().filter(i -> operations.get(i).start() <= end).toList();
    }
}
