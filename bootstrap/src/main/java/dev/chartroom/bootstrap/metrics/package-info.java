/**
 * Measures the parts of the server that know nothing of Prometheus: the client of the kube-apiserver, authentication,
 * authorization, admission, stores and caches. Each part is measured by a decorator, or read at each scrape.
 */
@NullMarked
package dev.chartroom.bootstrap.metrics;

import org.jspecify.annotations.NullMarked;
