package main

import (
	"bufio"
	"fmt"
	"os"

	"github.com/fluxcd/cli-utils/pkg/kstatus/status"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// readiness prints the status that kstatus computes for each object of a file, one line each.
func readiness(file string) {
	lines, err := os.Open(file)
	fail(err)
	defer lines.Close()
	scanner := bufio.NewScanner(lines)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		object := &unstructured.Unstructured{}
		fail(object.UnmarshalJSON(scanner.Bytes()))
		result, err := status.Compute(object)
		fail(err)
		fmt.Println(result.Status)
	}
	fail(scanner.Err())
}
