package main

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
)

// journal writes one JSON object a line.
type journal struct {
	lock sync.Mutex
	out  io.Writer
}

// entry records a step and what it came to: an object, a list of objects, a text, or an error.
func (j *journal) entry(step string, outcome any, err error) {
	line := map[string]any{"step": step}
	if err != nil {
		line["error"] = describe(err)
	} else {
		line["outcome"] = plain(outcome)
	}
	j.lock.Lock()
	defer j.lock.Unlock()
	fmt.Fprintln(j.out, encode(line))
}

func encode(value any) string {
	text, err := json.Marshal(value)
	fail(err)
	return string(text)
}

func describe(err error) any {
	if status, is := err.(apierrors.APIStatus); is {
		return status.Status()
	}
	return err.Error()
}

func plain(value any) any {
	if object, is := value.(runtime.Object); is {
		fields, err := runtime.DefaultUnstructuredConverter.ToUnstructured(object)
		fail(err)
		return fields
	}
	return value
}
