package dev.chartroom.ports.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.kind.DeletionPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract that every store fulfils for deletion (wire contract D57, D65 to D69). */
@SuppressWarnings("ClassCanBeStatic")
abstract class DeletionContract extends StoreContract {
    private static final String GUARD = "example.com/guard";

    @Nested
    class Deletion {
        @Test
        void objectWithAFinalizerIsMarkedForDeletionOnce() throws InterruptedException {
            StoredApplication created = guarded("a", GUARD);
            try (WatchStream watch = store.watch(
                    redis, WatchRequest.after(namespace, created.metadata().resourceVersion()))) {

                ObjectMeta marked = terminating(delete("a"));

                assertThat(marked.deletionTimestamp()).isNotNull();
                assertThat(marked.deletionGracePeriodSeconds()).isZero();
                assertThat(marked.generation()).isEqualTo(2);
                assertThat(marked.finalizers()).containsExactly(GUARD);
                assertThat(get("a").metadata()).isEqualTo(marked);
                assertThat(terminating(delete("a"))).isEqualTo(marked);
                assertThat(next(watch)).isEqualTo("MODIFIED a " + marked.resourceVersion());

                StoredApplication released = removeFinalizers("a");

                assertThat(released.metadata().finalizers()).isEmpty();
                assertThat(released.metadata().deletionTimestamp()).isEqualTo(marked.deletionTimestamp());
                assertThat(errorOf(() -> get("a"))).isInstanceOf(ApiError.NotFound.class);
                String gone = next(watch);
                assertThat(gone).startsWith("DELETED a ");
                assertThat(Long.parseLong(gone.substring("DELETED a ".length())))
                        .isGreaterThan(Long.parseLong(marked.resourceVersion()));
            }
        }

        @Test
        void objectWithARemainingFinalizerStaysTerminating() {
            guarded("a", GUARD, "example.com/other");
            delete("a");

            StoredApplication left = change(get("a"), metadata -> metadata.finalizers(List.of(GUARD)));

            assertThat(left.metadata().isTerminating()).isTrue();
            assertThat(get("a").metadata().finalizers()).containsExactly(GUARD);
            removeFinalizers("a");
        }

        @Test
        void dryRunReturnsTheMarkedObjectAndStoresNothing() throws InterruptedException {
            StoredApplication created = guarded("a", GUARD);
            try (WatchStream watch = store.watch(
                    redis, WatchRequest.after(namespace, created.metadata().resourceVersion()))) {

                ObjectMeta marked = terminating(delete("a", "Foreground", true));

                assertThat(marked.deletionTimestamp()).isNotNull();
                assertThat(marked.generation()).isEqualTo(2);
                assertThat(marked.finalizers()).containsExactly(GUARD, "foregroundDeletion");
                assertThat(marked.resourceVersion())
                        .isEqualTo(created.metadata().resourceVersion());
                assertThat(get("a").metadata()).isEqualTo(created.metadata());
                assertThat(watch.next(Duration.ofMillis(200))).isNull();
            }
            removeFinalizers("a");
        }

        @ParameterizedTest
        @CsvSource({"Foreground, foregroundDeletion", "Orphan, orphan"})
        void propagationPolicyAddsTheGarbageCollectorsFinalizer(String policy, String finalizer) {
            guarded("a", GUARD);

            ObjectMeta marked = terminating(delete("a", policy, false));

            assertThat(marked.finalizers()).containsExactly(GUARD, finalizer);
            assertThat(marked.deletionGracePeriodSeconds()).isZero();
            removeFinalizers("a");
            assertThat(errorOf(() -> get("a"))).isInstanceOf(ApiError.NotFound.class);
        }

        @ParameterizedTest
        @CsvSource({"orphan, ''", "foregroundDeletion, ''", "orphan, Foreground", "foregroundDeletion, Orphan"})
        void existingGarbageCollectorFinalizerActsAsTheDefaultPolicy(String finalizer, String policy) {
            guarded("a", finalizer, GUARD);

            ObjectMeta marked = terminating(delete("a", policy, true));

            if (policy.isEmpty()) {
                assertThat(marked.finalizers()).containsExactly(finalizer, GUARD);
            } else {
                assertThat(marked.finalizers())
                        .containsExactly(GUARD, policy.equals("Orphan") ? "orphan" : "foregroundDeletion");
            }
            removeFinalizers("a");
        }

        @Test
        void backgroundDeletionDoesNotWaitForTheGarbageCollector() {
            guarded("a", "foregroundDeletion");

            assertThat(delete("a", "Background", false)).isInstanceOf(DeleteOutcome.Deleted.class);
            assertThat(errorOf(() -> get("a"))).isInstanceOf(ApiError.NotFound.class);
        }

        @Test
        void createWithTheNameOfATerminatingObjectReturnsAlreadyExists() {
            guarded("a", GUARD);
            delete("a");

            assertThat(errorOf(() -> create("a", spec(1))))
                    .isEqualTo(new ApiError.AlreadyExists(redis.groupResource(), "a", true));
            removeFinalizers("a");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "5f8f4f9e-5b5e-4a44-9b47-000000000000 | '' | the UID in the precondition"
                            + " (5f8f4f9e-5b5e-4a44-9b47-000000000000) does not match the UID in record (<uid>). The"
                            + " object might have been deleted and then recreated",
                    "'' | 1 | the ResourceVersion in the precondition (1) does not match the ResourceVersion in record"
                            + " (<resourceVersion>). The object might have been modified",
                })
        void failedDeletePreconditionConflicts(String uid, String resourceVersion, String message) {
            ObjectMeta live = create("a", spec(3)).metadata();

            ApiError error = errorOf(() ->
                    store.delete(redis, live.namespacedName(), new DeleteRequest(uid, resourceVersion, "", false)));

            String expected = message.replace("<uid>", live.uid()).replace("<resourceVersion>", live.resourceVersion());
            assertThat(error)
                    .isEqualTo(new ApiError.Conflict(
                            new GroupResource(redis.group(), redis.names().kind()), "a", expected));
            assertThat(Status.of(error).message())
                    .isEqualTo("Operation cannot be fulfilled on "
                            + redis.names().kind() + "." + redis.group() + " \"a\": " + expected);
            assertThat(get("a").metadata()).isEqualTo(live);
        }

        @Test
        void protectedObjectIsDeletedOnlyAfterTheProtectionIsLifted() {
            StoredApplication created = create("a", spec(3));
            StoredApplication guarded = protect(created, "true");

            for (boolean dryRun : List.of(true, false)) {
                ApiError error = errorOf(() -> delete("a", "", dryRun));

                assertThat(Status.of(error).code()).isEqualTo(403);
                assertThat(Status.of(error).reason()).isEqualTo(StatusReason.FORBIDDEN);
                assertThat(Status.of(error).message())
                        .isEqualTo(redis.groupResource() + " \"a\" is forbidden: the object is protected from deletion;"
                                + " to delete it, set the annotation chartroom.dev/deletion-protection=false");
            }
            assertThat(get("a").metadata()).isEqualTo(guarded.metadata());

            protect(get("a"), "false");
            assertThat(delete("a")).isInstanceOf(DeleteOutcome.Deleted.class);
        }

        @Test
        void preconditionsAreCheckedBeforeTheProtection() {
            ObjectMeta guarded = protect(create("a", spec(3)), "true").metadata();

            assertThat(errorOf(
                            () -> store.delete(redis, guarded.namespacedName(), new DeleteRequest("", "1", "", false))))
                    .isInstanceOf(ApiError.Conflict.class);
        }

        @Test
        void deletionThatHasBegunIsNotRefused() {
            guarded("a", GUARD);
            delete("a");
            protect(get("a"), "true");

            terminating(delete("a"));

            removeFinalizers("a");
            assertThat(errorOf(() -> get("a"))).isInstanceOf(ApiError.NotFound.class);
        }

        private StoredApplication protect(StoredApplication object, String value) {
            return change(object, metadata -> metadata.annotations(Map.of(DeletionPolicy.ANNOTATION, value)));
        }

        private ObjectMeta terminating(DeleteOutcome outcome) {
            assertThat(outcome).isInstanceOf(DeleteOutcome.Terminating.class);
            return outcome.application().metadata();
        }
    }
}
