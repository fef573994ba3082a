package dev.chartroom.domain.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.TestJson;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {kind: 'Service', spec: {ports: [{port: 80}, {port: 6379}]}}                                | a.shop.svc:80 cluster, a.shop.svc:6379 cluster
            {kind: 'Service', spec: {ports: [{port: 80, nodePort: 30080}]}}                             | a.shop.svc:80 cluster, :30080 node
            {kind: 'Service', spec: {ports: [{port: 80}]}, status: {loadBalancer: {ingress: [{ip: '1.2.3.4'}, {hostname: 'lb.test'}, {}]}}} | a.shop.svc:80 cluster, 1.2.3.4:80 external, lb.test:80 external
            {kind: 'Service', spec: {type: 'ExternalName', externalName: 'db.test', ports: [{port: 1}]}} | db.test external
            {kind: 'Service', spec: {}}                                                                 |
            {kind: 'Ingress', spec: {rules: [{host: 'a.test', http: {paths: [{path: '/x'}, {}]}}]}}     | http://a.test/x external, http://a.test/ external
            {kind: 'Ingress', spec: {rules: [{host: 'a.test'}, {host: 'b.test'}], tls: [{hosts: ['b.test']}]}} | http://a.test/ external, https://b.test/ external
            {kind: 'Ingress', spec: {rules: [{host: 'a.test'}], tls: [{}]}}                             | https://a.test/ external
            {kind: 'Ingress', spec: {rules: [{http: {paths: [{path: '/'}]}}]}, status: {loadBalancer: {ingress: [{ip: '1.2.3.4'}]}}} | http://1.2.3.4/ external
            {kind: 'Ingress', spec: {rules: [{}]}}                                                      |
            {kind: 'Gateway', spec: {listeners: [{protocol: 'HTTPS', hostname: 'a.test', port: 443}, {protocol: 'TCP', port: 5}]}, status: {addresses: [{value: '1.2.3.4'}]}} | https://a.test:443 external, 1.2.3.4:5 external
            {kind: 'HTTPRoute', spec: {hostnames: ['a.test'], rules: [{matches: [{path: {value: '/x'}}, {}]}, {matches: [{path: {value: '/x'}}]}]}} | a.test/x external, a.test/ external
            {kind: 'Pod', spec: {ports: [{port: 80}]}}                                                  |
            """)
    void addressesAreThoseOfTheObject(String object, String addresses) {
        assertThat(Endpoint.of(TestJson.object(object)
                                .with("metadata", TestJson.object("{name: 'a', namespace: 'shop'}")))
                        .stream()
                        .map(endpoint ->
                                endpoint.address() + " " + endpoint.scope().text())
                        .collect(Collectors.joining(", ")))
                .isEqualTo(addresses == null ? "" : addresses);
    }
}
