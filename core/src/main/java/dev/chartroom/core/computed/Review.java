package dev.chartroom.core.computed;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.application.Application;
import dev.chartroom.ports.storage.WriteOptions;

/** Answers questions: objects that clients create and that are not stored. Thread-safe. */
@FunctionalInterface
public interface Review {

    /**
     * Returns the answer, which becomes the status of the question.
     *
     * @param question an object that is valid by the schema of its kind
     * @param user the user who asks, already authorized to create such questions in their namespace
     * @throws dev.chartroom.apimachinery.status.ApiException Invalid if the question has no answer; ServiceUnavailable or
     *     TooManyRequests if the answer is not known now
     */
    JsonObject status(Application question, UserInfo user, WriteOptions options);
}
