package dev.chartroom.e2e.parity;

import dev.chartroom.conformance.answer.StepAnswer;
import dev.chartroom.conformance.cases.CaseRun;
import dev.chartroom.conformance.cases.ParityCase;
import dev.chartroom.conformance.cases.Side;
import dev.chartroom.e2e.controlplane.ControlPlane;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/**
 * The two compared sides, on one control plane.
 *
 * @param program stopped at the end
 */
record Sides(Side crd, Side ours, AutoCloseable program) implements AutoCloseable {

    /** The answers of both sides to a case. */
    record Answers(List<StepAnswer> crd, List<StepAnswer> ours) {}

    /** Starts a CRD and Chartroom. */
    static Sides start(ControlPlane controlPlane, List<TestKind> kinds) {
        return start(controlPlane, kinds, "");
    }

    /** As above, with more lines of Chartroom's configuration. */
    static Sides start(ControlPlane controlPlane, List<TestKind> kinds, String configuration) {
        Side crd = CrdSide.start(controlPlane, TestGroups.CRD, kinds);
        ChartroomSide chartroom = ChartroomSide.start(controlPlane, kinds, configuration);
        return new Sides(crd, chartroom.side(), chartroom);
    }

    /** Starts two CRDs. A difference between them is random, and no case may depend on it. */
    static Sides twins(ControlPlane controlPlane, List<TestKind> kinds) {
        Side crd = CrdSide.start(controlPlane, TestGroups.CRD, kinds);
        Side twin = CrdSide.start(controlPlane, TestGroups.TWIN, kinds);
        return new Sides(crd, twin, twin);
    }

    /** Runs a case on both sides at the same time, in a new namespace. */
    Answers run(ParityCase parityCase, TestKind kind, String namespace) {
        CrdSide.createNamespace(crd, namespace);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var theirs = CompletableFuture.supplyAsync(
                    () -> CaseRun.run(parityCase, kind.inCases(), crd, namespace), threads);
            var answers = CompletableFuture.supplyAsync(
                    () -> CaseRun.run(parityCase, kind.inCases(), ours, namespace), threads);
            return new Answers(theirs.join(), answers.join());
        }
    }

    @Override
    public void close() {
        crd.close();
        try {
            program.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
