package dev.chartroom.image;

/** The image cannot be built. The message states the problem and the solution to the user. */
final class ImageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ImageException(String message) {
        super(message);
    }
}
