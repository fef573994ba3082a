package dev.chartroom.kubernetes.client;

import java.io.IOException;

/** Signals that the user of a kubeconfig has no usable credentials. The message is a sentence for the user. */
public final class CredentialException extends IOException {
    private static final long serialVersionUID = 1L;

    CredentialException(String message) {
        super(message);
    }
}
