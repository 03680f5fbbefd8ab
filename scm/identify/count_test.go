package identify

import (
	"encoding/json"
	"math"
	"math/big"
	"testing"
)

// all returns every parent set of each of n variables.
func all(n int) [][]Set {
	parents := make([][]Set, n)
	for x := range parents {
		for s := range Set(1) << n {
			if !s.Has(x) {
				parents[x] = append(parents[x], s)
			}
		}
	}
	return parents
}

// The numbers of labelled acyclic graphs are known (OEIS A003024).
func TestGraphCountsOfAllGraphs(t *testing.T) {
	want := []string{
		"1", "1", "3", "25", "543", "29281", "3781503", "1138779265", "783702329343", "1213442454842881",
		"4175098976430598143", "31603459396418917607425", "521939651343829405020504063",
	}
	for n, w := range want {
		counts := graphCounts(n, all(n))
		if got := counts[len(counts)-1].String(); got != w {
			t.Errorf("%d nodes: %s, want %s", n, got, w)
		}
	}
}

func TestCountJSON(t *testing.T) {
	large, _ := new(big.Int).SetString("521939651343829405020504063", 10)
	tests := map[string]Count{
		`0`:                             {},
		`543`:                           CountOf(543),
		`9007199254740992`:              CountOf(1 << 53),
		`"9007199254740993"`:            CountOf(1<<53 + 1),
		`"18446744073709551615"`:        CountOf(math.MaxUint64),
		`"521939651343829405020504063"`: {new(big.Int).Rsh(large, 64).Uint64(), new(big.Int).And(large, new(big.Int).SetUint64(math.MaxUint64)).Uint64()},
	}
	for text, count := range tests {
		got, err := json.Marshal(count)
		if err != nil || string(got) != text {
			t.Errorf("%s is written %s, %v", text, got, err)
		}
		var back Count
		if err := json.Unmarshal([]byte(text), &back); err != nil || back != count {
			t.Errorf("%s is read as %s, %v", text, back, err)
		}
	}
	for _, text := range []string{`-1`, `1.5`, `"x"`, `""`, `null`, `"340282366920938463463374607431768211456"`, `[1]`} {
		var c Count
		if err := c.UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("%s is read as %s", text, c)
		}
	}
}

func TestCountOrder(t *testing.T) {
	ascending := []Count{{}, CountOf(1), CountOf(math.MaxUint64), {1, 0}, {1, 5}, {2, 1}}
	for i, c := range ascending {
		for j, d := range ascending {
			want := 0
			if i < j {
				want = -1
			} else if i > j {
				want = 1
			}
			if got := c.Cmp(d); got != want {
				t.Errorf("Cmp(%s, %s) = %d, want %d", c, d, got, want)
			}
		}
	}
}

func TestRangeJSON(t *testing.T) {
	tests := map[string]Range{
		`{"low":150,"high":150,"values":[150]}`:       {150, 150, []float64{150}},
		`{"low":150,"high":162.5,"values":null}`:      {150, 162.5, nil},
		`{"low":null,"high":null,"values":null}`:      {math.Inf(-1), math.Inf(1), nil},
		`{"low":-2,"high":162.5,"values":[-2,162.5]}`: {-2, 162.5, []float64{-2, 162.5}},
	}
	for text, r := range tests {
		got, err := json.Marshal(r)
		if err != nil || string(got) != text {
			t.Errorf("%v is written %s, %v; want %s", r, got, err, text)
		}
		var back Range
		if err := json.Unmarshal([]byte(text), &back); err != nil || back.Low != r.Low || back.High != r.High || len(back.Values) != len(r.Values) || (back.Values == nil) != (r.Values == nil) {
			t.Errorf("%s is read as %v, %v", text, back, err)
		}
	}
}
