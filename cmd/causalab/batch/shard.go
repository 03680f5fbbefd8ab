package batch

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is one machine's part of a batch: those bouts whose place in the list
// leaves the remainder Index when divided by Count. The zero value is the whole.
type Shard struct{ Index, Count int }

// ParseShard reads "i/n", with i from 0 to n-1.
func ParseShard(text string) (Shard, error) {
	i, n, ok := strings.Cut(text, "/")
	index, err1 := strconv.Atoi(i)
	count, err2 := strconv.Atoi(n)
	if !ok || err1 != nil || err2 != nil {
		return Shard{}, fmt.Errorf("shard %q: write i/n, e.g. 0/4 for the first of four", text)
	}
	return Shard{index, count}.checked()
}

// variables that schedulers set for the parts of a job: where the part's number,
// the least number and the number of parts stand.
var schedulers = []struct{ index, first, count string }{
	{"JOB_COMPLETION_INDEX", "", "JOB_COMPLETIONS"},
	{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_COUNT"},
}

// ShardOf finds the shard in the environment of a Kubernetes Indexed Job
// (JOB_COMPLETION_INDEX, and JOB_COMPLETIONS, which the manifest has to set) or of
// a Slurm array (SLURM_ARRAY_TASK_ID, SLURM_ARRAY_TASK_MIN and
// SLURM_ARRAY_TASK_COUNT). The number of parts may also be given as count; 0
// leaves it to the environment. Outside such a job it returns the whole.
func ShardOf(count int, getenv func(string) string) (Shard, error) {
	for _, s := range schedulers {
		if getenv(s.index) == "" {
			continue
		}
		index, err := environmentNumber(s.index, getenv)
		if err != nil {
			return Shard{}, err
		}
		if s.first != "" && getenv(s.first) != "" {
			first, err := environmentNumber(s.first, getenv)
			if err != nil {
				return Shard{}, err
			}
			index -= first
		}
		if count == 0 {
			if getenv(s.count) == "" {
				return Shard{}, fmt.Errorf("%s says which part of a job this is, but not of how many: set %s, or give -shards", s.index, s.count)
			}
			if count, err = environmentNumber(s.count, getenv); err != nil {
				return Shard{}, err
			}
		}
		return Shard{index, count}.checked()
	}
	if count != 0 {
		return Shard{}, fmt.Errorf("-shards %d: which of them this is can be told by -shard i/n, or by JOB_COMPLETION_INDEX or SLURM_ARRAY_TASK_ID", count)
	}
	return Shard{}, nil
}

func environmentNumber(name string, getenv func(string) string) (int, error) {
	n, err := strconv.Atoi(getenv(name))
	if err != nil {
		return 0, fmt.Errorf("%s is %q, not a whole number", name, getenv(name))
	}
	return n, nil
}

func (s Shard) checked() (Shard, error) {
	if s.Count < 1 || s.Index < 0 || s.Index >= s.Count {
		return Shard{}, fmt.Errorf("shard %d of %d: parts are counted from 0", s.Index, s.Count)
	}
	return s, nil
}

// Of returns the shard's part of a list.
func (s Shard) Of(bouts []Bout) []Bout {
	if s.Count <= 1 {
		return bouts
	}
	var part []Bout
	for i := s.Index; i < len(bouts); i += s.Count {
		part = append(part, bouts[i])
	}
	return part
}

// String writes "i/n", and nothing for the whole.
func (s Shard) String() string {
	if s.Count == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Count)
}
