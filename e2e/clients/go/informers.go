package main

import (
	"context"
	"sort"
	"sync"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/tools/cache"
)

func dynamicInformer(ctx context.Context, t target, j *journal) {
	writer, err := dynamic.NewForConfig(t.config)
	fail(err)
	follow(ctx, t, j, func(tweak func(*metav1.ListOptions)) cache.SharedIndexInformer {
		return dynamicinformer.NewFilteredDynamicInformer(
			writer, t.gvr, t.namespace, 0, cache.Indexers{}, tweak).Informer()
	})
}

func metadataInformer(ctx context.Context, t target, j *journal) {
	reader, err := metadata.NewForConfig(t.config)
	fail(err)
	follow(ctx, t, j, func(tweak func(*metav1.ListOptions)) cache.SharedIndexInformer {
		return metadatainformer.NewFilteredMetadataInformer(
			reader, t.gvr, t.namespace, 0, cache.Indexers{}, tweak).Informer()
	})
}

// follow changes objects one by one and records what two informers tell of each change: one of all objects, one of
// those with a label.
func follow(ctx context.Context, t target, j *journal,
	informer func(func(*metav1.ListOptions)) cache.SharedIndexInformer) {
	client, err := dynamic.NewForConfig(t.config)
	fail(err)
	objects := client.Resource(t.gvr).Namespace(t.namespace)
	for _, name := range []string{"a", "b"} {
		_, err := objects.Create(ctx, object(t, name, "gold", 1), metav1.CreateOptions{})
		fail(err)
	}
	await(ctx, "the objects in what may be cached", func() bool {
		found, err := objects.List(ctx, metav1.ListOptions{ResourceVersion: "0"})
		fail(err)
		return len(found.Items) == 2
	})
	all := start(ctx, "all", informer(func(*metav1.ListOptions) {}))
	gold := start(ctx, "gold", informer(func(options *metav1.ListOptions) { options.LabelSelector = "tier=gold" }))
	j.entry("initial state", all.state(), nil)
	j.entry("initial gold state", gold.state(), nil)

	// step does something to an object, waits until the informer of all objects shows it, and records what it told
	step := func(what string, shown func(*unstructured.Unstructured) bool,
		change func() (*unstructured.Unstructured, error)) {
		result, err := change()
		if err == nil {
			await(ctx, what, func() bool { return shown(result) })
		}
		j.entry(what, all.take(), err)
	}
	merge := func(name, patch string) func() (*unstructured.Unstructured, error) {
		return func() (*unstructured.Unstructured, error) {
			return objects.Patch(ctx, name, types.MergePatchType, []byte(patch), metav1.PatchOptions{})
		}
	}
	remove := func(name string) func() (*unstructured.Unstructured, error) {
		return func() (*unstructured.Unstructured, error) {
			return nil, objects.Delete(ctx, name, metav1.DeleteOptions{})
		}
	}
	step("create c", all.shows, func() (*unstructured.Unstructured, error) {
		return objects.Create(ctx, object(t, "c", "iron", 2), metav1.CreateOptions{})
	})
	step("change the spec of a", all.shows, merge("a", `{"spec":{"size":5}}`))
	step("change nothing", all.shows, merge("a", `{"spec":{"size":5}}`))
	step("take b out of the selection", all.shows, merge("b", `{"metadata":{"labels":{"tier":"iron"}}}`))
	step("take c into the selection", all.shows, merge("c", `{"metadata":{"labels":{"tier":"gold"}}}`))
	step("add a finalizer to c", all.shows, merge("c", `{"metadata":{"finalizers":["example.com/hold"]}}`))
	step("delete c", all.showsEndOf("c"), remove("c"))
	step("remove the finalizer of c", all.lacks("c"), merge("c", `{"metadata":{"finalizers":null}}`))
	step("delete what is left", all.lacks("a", "b"), func() (*unstructured.Unstructured, error) {
		return nil, objects.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{LabelSelector: "tier"})
	})
	await(ctx, "the end of all gold", func() bool { return len(gold.state()) == 0 })
	j.entry("what was told of gold", gold.take(), nil)
}

func object(t target, name, tier string, size int64) *unstructured.Unstructured {
	u := &unstructured.Unstructured{Object: map[string]any{
		"metadata": map[string]any{
			"name":      name,
			"namespace": t.namespace,
			"labels":    map[string]any{"tier": tier},
		},
		"spec": map[string]any{"size": size},
	}}
	u.SetGroupVersionKind(t.gvk)
	return u
}

// ear is an informer that remembers what it told.
type ear struct {
	lock   sync.Mutex
	events []any
	// the resource version last told of each object
	versions map[string]string
	store    cache.Store
}

func start(ctx context.Context, name string, informer cache.SharedIndexInformer) *ear {
	e := &ear{store: informer.GetStore(), events: []any{}, versions: map[string]string{}}
	registration, err := informer.AddEventHandler(cache.ResourceEventHandlerDetailedFuncs{
		AddFunc: func(object any, initial bool) {
			e.tell("ADDED", object, !initial)
		},
		UpdateFunc: func(_, object any) { e.tell("MODIFIED", object, true) },
		DeleteFunc: func(object any) { e.tell("DELETED", object, true) },
	})
	fail(err)
	go informer.Run(ctx.Done())
	await(ctx, "the informer of "+name, func() bool { return informer.HasSynced() && registration.HasSynced() })
	return e
}

func (e *ear) tell(event string, object any, remember bool) {
	e.lock.Lock()
	defer e.lock.Unlock()
	e.versions[accessor(object).GetName()] = accessor(object).GetResourceVersion()
	if !remember {
		return
	}
	e.events = append(e.events, map[string]any{"event": event, "object": plain(object)})
}

func (e *ear) take() []any {
	e.lock.Lock()
	defer e.lock.Unlock()
	taken := e.events
	e.events = []any{}
	return taken
}

// state is what the informer knows, by name.
func (e *ear) state() []any {
	objects := e.store.List()
	sort.Slice(objects, func(a, b int) bool { return accessor(objects[a]).GetName() < accessor(objects[b]).GetName() })
	state := []any{}
	for _, object := range objects {
		state = append(state, plain(object))
	}
	return state
}

// shows tells whether the informer told of this version of the object, or knew it before.
func (e *ear) shows(object *unstructured.Unstructured) bool {
	found := e.find(object.GetName())
	return found != nil && found.GetResourceVersion() == object.GetResourceVersion() && e.told(found)
}

func (e *ear) showsEndOf(name string) func(*unstructured.Unstructured) bool {
	return func(*unstructured.Unstructured) bool {
		found := e.find(name)
		return found != nil && found.GetDeletionTimestamp() != nil && e.told(found)
	}
}

func (e *ear) lacks(names ...string) func(*unstructured.Unstructured) bool {
	return func(*unstructured.Unstructured) bool {
		e.lock.Lock()
		defer e.lock.Unlock()
		gone := 0
		for _, event := range e.events {
			if event.(map[string]any)["event"] == "DELETED" {
				gone++
			}
		}
		return gone == len(names)
	}
}

// told tells whether the handlers are as far as the store: they run behind it.
func (e *ear) told(known metav1.Object) bool {
	e.lock.Lock()
	defer e.lock.Unlock()
	return e.versions[known.GetName()] == known.GetResourceVersion()
}

func (e *ear) find(name string) metav1.Object {
	for _, object := range e.store.List() {
		if found := accessor(object); found.GetName() == name {
			return found
		}
	}
	return nil
}

func accessor(object any) metav1.Object {
	found, err := meta.Accessor(object)
	fail(err)
	return found
}
