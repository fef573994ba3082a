package dev.chartroom.ports.admission;

import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.AdmissionReview;
import dev.chartroom.domain.admission.FailurePolicy;
import dev.chartroom.domain.admission.Webhook;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.deadline.RequestDeadline;
import dev.chartroom.ports.limit.ServerCapacity;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Calls all validating webhooks concurrently. If several reject the request, the client receives the first rejection in
 * the order of the webhooks.
 */
final class ValidatingWebhooks {
    private static final System.Logger LOG = System.getLogger(ValidatingWebhooks.class.getName());
    private static final String FAILED_OPEN = "failed-open.validating.webhook.admission.k8s.io/round_0_index_";

    private final WebhookCall call;

    ValidatingWebhooks(WebhookClient client) {
        this.call = new WebhookCall(client, false);
    }

    /** @param seen the request in the version that the webhook matches */
    private record Question(Webhook webhook, AdmissionAttributes seen) {}

    /**
     * @param response the response of the webhook; null if there is no response
     * @param error the error with which the request is rejected; null if the webhook does not reject it
     */
    private record Answer(
            Webhook webhook,
            AdmissionReview.@Nullable Response response,
            @Nullable ApiException error) {}

    void validate(
            AdmissionAttributes attributes, List<Webhook> webhooks, AdmissionInputs inputs, AdmissionNotes notes) {
        List<Question> relevant = new ArrayList<>();
        for (Webhook webhook : webhooks) {
            WebhookSelection.seen(webhook, attributes, inputs)
                    .ifPresent(seen -> relevant.add(new Question(webhook, seen)));
        }
        if (relevant.isEmpty()) {
            return;
        }
        ApiException first = null;
        List<Answer> answers = answers(relevant);
        for (int i = 0; i < answers.size(); i++) {
            Answer answer = answers.get(i);
            if (answer.response != null) {
                WebhookSelection.note(answer.webhook, answer.response, attributes, notes);
            } else if (answer.error == null) {
                notes.annotate(FAILED_OPEN + i, answer.webhook.name());
            }
            first = first == null ? answer.error : first;
        }
        if (first != null) {
            throw first;
        }
    }

    private List<Answer> answers(List<Question> questions) {
        if (questions.size() == 1) {
            return List.of(ask(questions.getFirst()));
        }
        RequestDeadline deadline = RequestDeadline.current();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Answer>> tasks = questions.stream()
                    .<Callable<Answer>>map(question -> () -> deadline.during(() -> ask(question)))
                    .toList();
            List<Answer> answers = new ArrayList<>();
            for (Future<Answer> answer : ServerCapacity.waitingFor(() -> threads.invokeAll(tasks))) {
                answers.add(answer.get());
            }
            return answers;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiException(ApiError.requestTimeout());
        } catch (ExecutionException e) {
            throw new IllegalStateException("a webhook could not be called", e.getCause());
        }
    }

    private Answer ask(Question question) {
        Webhook webhook = question.webhook;
        try {
            AdmissionReview.Response response = call.ask(webhook, question.seen);
            return new Answer(webhook, response, response.allowed() ? null : response.rejection(webhook));
        } catch (WebhookCall.FailedException e) {
            LOG.log(Level.WARNING, e.inLog());
            return new Answer(webhook, null, webhook.failurePolicy() == FailurePolicy.IGNORE ? null : e.toError());
        } catch (ApiException e) {
            return new Answer(webhook, null, e);
        }
    }
}
