package scm

// Bases returns the bases of an undisturbed crystal that shows the given values:
// each controllable property's value less the contributions of its parents,
// rounded by [Round]; every other variable has the model's base. Both slices are
// by variable index; values must have length [Model.Len].
func (m *Model) Bases(values []float64) []float64 {
	bases := make([]float64, m.Len())
	for i, f := range m.mechanisms {
		bases[i] = f.Base
		if f.Controllable {
			bases[i] = Round(values[i] - m.contributions(i, values))
		}
	}
	return bases
}
