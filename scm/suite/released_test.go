package suite_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata from what the package does now")

// TestExportGivesReleasedValues exports every embedded suite. Where the release
// is at hand each line must equal the released one as a JSON value; everywhere
// the export must have the hash that it had when that was so.
func TestExportGivesReleasedValues(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "export_sha256.json"))
	if err != nil {
		t.Fatal(err)
	}
	hashes := make(map[string]string)
	if err := json.Unmarshal(text, &hashes); err != nil {
		t.Fatal(err)
	}
	infos := releasedInfos()
	if len(infos) != 19 || len(hashes) != 19 && !*update {
		t.Fatalf("%d suites and %d hashes, want 19 of each", len(infos), len(hashes))
	}
	for _, info := range infos {
		got := export(t, released(t, info.Name).Tasks)
		sum := sha256.Sum256([]byte(strings.Join(got, "\n")))
		if *update {
			hashes[info.Name] = hex.EncodeToString(sum[:])
		}
		if h := hex.EncodeToString(sum[:]); h != hashes[info.Name] {
			t.Errorf("%s: export has hash %s, want %s", info.Name, h, hashes[info.Name])
		}
		path := reference(t, "suites/"+info.Name+".jsonl")
		if path == "" {
			continue
		}
		want := lines(t, path)
		if len(got) != len(want) {
			t.Errorf("%s: %d lines, want %d", info.Name, len(got), len(want))
			continue
		}
		for i := range want {
			if !reflect.DeepEqual(decode(t, got[i]), decode(t, want[i])) {
				t.Errorf("%s line %d:\n got %s\nwant %s", info.Name, i+1, got[i], want[i])
				break
			}
		}
	}
	if *update {
		text, err := json.MarshalIndent(hashes, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join("testdata", "export_sha256.json"), append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
