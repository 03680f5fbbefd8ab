package report

import (
	"iter"
	"math/rand/v2"
)

// resampler draws the resamples of the bootstrap: which of n values each takes.
// The draws follow from the seed and from n alone. Those of the last n are kept,
// because the many scores of the same episodes take the same ones.
type resampler struct {
	seed uint64
	n    int
	kept []int32 // of all resamples one after another, if there is room for them
}

// mostKept bounds the draws that are kept: four bytes each.
const mostKept = 4 << 20

// of yields each resample of n values as the places of the values it takes. The
// slice is only good until the next.
func (r *resampler) of(n int) iter.Seq[[]int32] {
	return func(yield func([]int32) bool) {
		if r.n == n && len(r.kept) == Resamples*n {
			for i := range Resamples {
				if !yield(r.kept[i*n : (i+1)*n]) {
					return
				}
			}
			return
		}
		r.n, r.kept = n, r.kept[:0]
		keep := Resamples*n <= mostKept
		random := rand.New(rand.NewPCG(r.seed, 0))
		draws := make([]int32, n)
		for range Resamples {
			for i := range draws {
				draws[i] = int32(random.IntN(n))
			}
			if keep {
				r.kept = append(r.kept, draws...)
			}
			if !yield(draws) {
				return
			}
		}
	}
}
