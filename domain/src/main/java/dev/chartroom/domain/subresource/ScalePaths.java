package dev.chartroom.domain.subresource;

/**
 * The fields that the scale subresource reads and writes, as in a CustomResourceDefinition. Each path is in dot
 * notation without a dot first, such as {@code spec.replicas}.
 *
 * @param specReplicas the field of the desired number of replicas; begins with {@code spec.}
 * @param statusReplicas the field of the observed number of replicas; begins with {@code status.}
 * @param labelSelector the field of the text that selects the pods; empty if there is none
 */
public record ScalePaths(String specReplicas, String statusReplicas, String labelSelector) {}
