package dev.chartroom.core.admission;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.AdmissionReview;
import dev.chartroom.domain.admission.FailurePolicy;
import dev.chartroom.domain.admission.Webhook;
import dev.chartroom.ports.admission.AdmissionNotes;
import dev.chartroom.ports.admission.WebhookClient;
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

    /** @param attributes the request in the version that the webhook matches */
    private record MatchedWebhook(Webhook webhook, AdmissionAttributes attributes) {}

    /**
     * @param response the response of the webhook; null if there is no response
     * @param error the error with which the request is rejected; null if the webhook does not reject it
     */
    private record Result(
            Webhook webhook,
            AdmissionReview.@Nullable Response response,
            @Nullable ApiException error) {}

    void validate(
            AdmissionAttributes attributes, List<Webhook> webhooks, AdmissionInputs inputs, AdmissionNotes notes) {
        List<MatchedWebhook> relevant = new ArrayList<>();
        for (Webhook webhook : webhooks) {
            WebhookSelection.match(webhook, attributes, inputs)
                    .ifPresent(matched -> relevant.add(new MatchedWebhook(webhook, matched)));
        }
        if (relevant.isEmpty()) {
            return;
        }
        ApiException first = null;
        List<Result> results = callAll(relevant);
        for (int i = 0; i < results.size(); i++) {
            Result result = results.get(i);
            if (result.response != null) {
                WebhookSelection.note(result.webhook, result.response, attributes, notes);
            } else if (result.error == null) {
                notes.annotate(FAILED_OPEN + i, result.webhook.name());
            }
            first = first == null ? result.error : first;
        }
        if (first != null) {
            throw first;
        }
    }

    private List<Result> callAll(List<MatchedWebhook> matchedWebhooks) {
        if (matchedWebhooks.size() == 1) {
            return List.of(callOne(matchedWebhooks.getFirst()));
        }
        RequestDeadline deadline = RequestDeadline.current();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Result>> tasks = matchedWebhooks.stream()
                    .<Callable<Result>>map(matched -> () -> deadline.during(() -> callOne(matched)))
                    .toList();
            List<Result> results = new ArrayList<>();
            for (Future<Result> result : ServerCapacity.waitingFor(() -> threads.invokeAll(tasks))) {
                results.add(result.get());
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiException(ApiError.requestTimeout());
        } catch (ExecutionException e) {
            throw new IllegalStateException("a webhook could not be called", e.getCause());
        }
    }

    private Result callOne(MatchedWebhook matched) {
        Webhook webhook = matched.webhook;
        try {
            AdmissionReview.Response response = call.invoke(webhook, matched.attributes);
            return new Result(webhook, response, response.allowed() ? null : response.rejection(webhook));
        } catch (WebhookCall.FailedException e) {
            LOG.log(Level.WARNING, e.inLog());
            return new Result(webhook, null, webhook.failurePolicy() == FailurePolicy.IGNORE ? null : e.toError());
        } catch (ApiException e) {
            return new Result(webhook, null, e);
        }
    }
}
