// Package identify tells what the measurements of an episode still allow.
//
// A [Space] is the version space of an episode: all mechanisms of the told
// family, with every coefficient non-zero, that reproduce every record and the
// whole trajectory of interventions. It gives, for each variable, the feasible
// parent sets; the exact number of acyclic graphs that combine them, IMEC
// ([Space.Count]); the frequencies still possible for a crystal
// ([Space.Possible]); and what an intervention can be expected to leave
// ([Space.Expect]).
//
// What is common between measurements decides what constrains a variable. The
// base of the frequency, and that of a property that cannot be controlled, is
// the same in all crystals. The base of a controllable property is free in each
// crystal, and in the manipulator's trajectory stays the same between two
// interventions on it; after a shift to v it is v.
//
// Where readings are exact at two decimals, as in every linear suite with whole
// coefficients, all arithmetic is exact, in hundredths. A set of parents is
// feasible if the linear equations have a solution in which none of its weights
// is zero.
//
// Elsewhere (quadratic models) a reading says that the mechanism lies within half
// of the last digit, and a set of parents is feasible if some mechanism does so
// everywhere and if, for each term by itself, the readings allow a coefficient of
// at least a floor: 0.001 for u in u·p², 0.05 for w in w·p. Least squares decides
// most of this and linear programming the rest; what comes too close to a bound
// for floating point is decided in rational arithmetic, so that results do not
// depend on the platform.
//
// Readings so large that float64 cannot hold their hundredths tell nothing: from
// 2^36 on where readings are exact, from 2^60 on (squares included) elsewhere.
package identify
