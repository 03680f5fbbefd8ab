package scm

// Frequency is the code name of the resonance frequency, the variable every
// episode is about.
const Frequency = "resonanceFreq"

// Variable names one measured quantity.
type Variable struct {
	Name    string // code name, unique in a model, e.g. "quantumSize"
	Display string // what people read, e.g. "Quantum Size"
}

// catalogue lists the crystal properties in the order in which models keep and
// players see them, so that the order tells nothing about the graph.
var catalogue = []Variable{
	{"temperatureC", "Temperature (°C)"},
	{"moisture", "Moisture"},
	{"density", "Density"},
	{"quantumSize", "Quantum Size"},
	{"radiation", "Radiation"},
	{"pressure", "Pressure"},
	{"ph", "pH"},
	{"conductivity", "Conductivity"},
}

// extension continues the catalogue for sampled models with more than the eight
// properties of the released suites.
var extension = []Variable{
	{"viscosity", "Viscosity"},
	{"hardness", "Hardness"},
	{"luminosity", "Luminosity"},
}

// Properties returns the eight properties that the released suites draw from,
// in canonical order.
func Properties() []Variable { return append([]Variable(nil), catalogue...) }

// ExtendedProperties returns the eight properties followed by those that only
// models of more than nine variables use; eleven in all.
func ExtendedProperties() []Variable { return append(Properties(), extension...) }

// DisplayName returns what people read for a code name: the catalogue's name,
// "Resonance Frequency (Hz)" for the frequency, or the code name itself.
func DisplayName(name string) string {
	if name == Frequency {
		return "Resonance Frequency (Hz)"
	}
	for _, v := range ExtendedProperties() {
		if v.Name == name {
			return v.Display
		}
	}
	return name
}

// rank orders code names: catalogue first, then others by name, frequency last.
func rank(name string) int {
	if name == Frequency {
		return 1 << 20
	}
	for i, v := range catalogue {
		if v.Name == name {
			return i
		}
	}
	for i, v := range extension {
		if v.Name == name {
			return len(catalogue) + i
		}
	}
	return 1 << 10
}

// CompareNames orders code names canonically, for sorting: the catalogue's
// order, then unknown names alphabetically, the frequency last.
func CompareNames(a, b string) int {
	ra, rb := rank(a), rank(b)
	switch {
	case ra != rb:
		return ra - rb
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
