package dev.chartroom.charts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DerivedNamesTest {

    @ParameterizedTest
    @CsvSource({
        "redis, Redis, redises, redis-",
        "http-cache, HttpCache, httpcaches, http-cache-",
        "kube_prometheus.stack, KubePrometheusStack, kubeprometheusstacks, kube-prometheus-stack-",
        "network-policy, NetworkPolicy, networkpolicies, network-policy-",
        "gateway, Gateway, gateways, gateway-",
        "inbox, Inbox, inboxes, inbox-",
        "3scale, Chart3scale, chart3scales, 3scale-"
    })
    void namesAreDerivedFromTheChartName(String chart, String kind, String plural, String prefix) {
        assertThat(DerivedNames.kind(chart)).isEqualTo(kind);
        assertThat(DerivedNames.plural(kind)).isEqualTo(plural);
        assertThat(DerivedNames.prefix(chart)).isEqualTo(prefix);
    }
}
