"""Uses the dynamic client of Python on objects of one kind and prints what it saw, as JSON lines.

Run for a CRD and for a kind that Chartroom serves, it has to print the same, but for what differs from run to run.
Arguments: kubeconfig, API version, kind, namespace.
"""

import json
import sys
import tempfile

from kubernetes import config, dynamic
from kubernetes.client import ApiClient, Configuration
from kubernetes.dynamic.exceptions import DynamicApiError

kubeconfig, api_version, kind, namespace = sys.argv[1:]
configuration = Configuration()
config.load_kube_config(kubeconfig, client_configuration=configuration)
scratch = tempfile.TemporaryDirectory()
client = dynamic.DynamicClient(ApiClient(configuration), cache_file=scratch.name + "/discovery")
resource = client.resources.get(api_version=api_version, kind=kind)


def record(step, outcome):
    print(json.dumps({"step": step, "outcome": outcome}, sort_keys=True))


def do(step, call):
    """Records what a call answers, or the Status with which it is refused."""
    try:
        outcome = call().to_dict()
    except DynamicApiError as error:
        outcome = {"status": error.status, "reason": error.reason, "body": json.loads(error.body)}
    except AttributeError as error:  # a subresource that discovery does not name
        outcome = str(error)
    record(step, outcome)
    return outcome


def gadget(name, tier="gold", **spec):
    metadata = {"name": name, "namespace": namespace, "labels": {"tier": tier}}
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata, "spec": spec}


def names(**selection):
    return [item.metadata.name for item in resource.get(namespace=namespace, **selection).items]


def patch(step, body, content_type, name="a", **more):
    do(step, lambda: resource.patch(body=body, name=name, namespace=namespace, content_type=content_type, **more))


record("discovery", {"verbs": resource.verbs, "singular": resource.singular_name, "short": resource.short_names})
start = resource.get(namespace=namespace).metadata.resourceVersion
do("create a", lambda: resource.create(body=gadget("a", size=1, tags=["x"]), namespace=namespace))
do("create a again", lambda: resource.create(body=gadget("a"), namespace=namespace))
do("create b", lambda: resource.create(body=gadget("b", tier="iron", mode="fast"), namespace=namespace))
do("create an invalid one", lambda: resource.create(body=gadget("c", size="large"), namespace=namespace))
do("create one for a try", lambda: resource.create(body=gadget("c"), namespace=namespace, dry_run="All"))
old = do("get a", lambda: resource.get(name="a", namespace=namespace))
do("get what is not there", lambda: resource.get(name="missing", namespace=namespace))
record("list", [item.to_dict() for item in resource.get(namespace=namespace).items])
record("list gold", names(label_selector="tier=gold"))
record("list b", names(field_selector="metadata.name=b"))

patch("merge patch", {"spec": {"size": 2, "tags": None}}, "application/merge-patch+json")
patch("JSON patch", [{"op": "replace", "path": "/spec/size", "value": 3}], "application/json-patch+json")
patch("JSON patch that fails", [{"op": "test", "path": "/spec/size", "value": 9}], "application/json-patch+json")
patch("strategic merge patch", {"spec": {"size": 4}}, "application/strategic-merge-patch+json")
do("replace from an old read", lambda: resource.replace(body=old, namespace=namespace))
fresh = resource.get(name="a", namespace=namespace).to_dict()
fresh["spec"]["size"] = 5
do("replace", lambda: resource.replace(body=fresh, namespace=namespace))


def apply(step, manager, force=False, **spec):
    do(step, lambda: resource.server_side_apply(
        body=gadget("applied", **spec), name="applied", namespace=namespace, field_manager=manager,
        force_conflicts=force))


apply("apply", "alice", size=2, tags=["x"])
apply("apply with a conflict", "bob", size=3)
apply("apply by force", "bob", force=True, size=3)
apply("apply less", "alice", tags=["y"])

do("delete a", lambda: resource.delete(name="a", namespace=namespace))
do("delete a again", lambda: resource.delete(name="a", namespace=namespace))
do("delete b in the foreground, for a try", lambda: resource.delete(
    name="b", namespace=namespace, body={"propagationPolicy": "Foreground", "dryRun": ["All"]}))
do("delete all gold", lambda: resource.delete(namespace=namespace, label_selector="tier=gold"))
record("list what is left", names())

for event in resource.watch(namespace=namespace, resource_version=start, timeout=2):
    record("watch", {"type": event["type"], "object": event["raw_object"]})

do("create a", lambda: resource.create(body=gadget("a", size=1), namespace=namespace))
do("patch the status", lambda: resource.status.patch(
    body={"status": {"version": "1.0"}}, name="a", namespace=namespace,
    content_type="application/merge-patch+json"))
