package identify

import "math/bits"

// Set is a set of variables, one bit for each index.
type Set uint32

// Has says whether variable i is in the set.
func (s Set) Has(i int) bool { return s>>i&1 == 1 }

// Len returns the number of variables in the set.
func (s Set) Len() int { return bits.OnesCount32(uint32(s)) }

// Members returns the variables in the set, ascending.
func (s Set) Members() []int {
	members := make([]int, 0, s.Len())
	for x := uint32(s); x != 0; x &= x - 1 {
		members = append(members, bits.TrailingZeros32(x))
	}
	return members
}

// supports lists the sets of unknowns that are exactly the non-zero ones of
// some solution, each as a set of columns.
//
// The solutions form an affine space; requiring unknowns of a set Q to be zero
// cuts out a subspace. It has a point at which no other unknown is zero unless
// one of them vanishes on all of it: over the rationals finitely many proper
// subspaces cover no space. So the supports are the complements of the flats of
// this arrangement of hyperplanes. They are found by deciding one unknown after
// the other: zero, where that is possible, or not zero, where it is not forced.
func (s *system) supports() []Set {
	if s.empty {
		return nil
	}
	search := flatSearch{unknowns: s.unknowns}
	search.decide(0, 0, s.forms())
	return search.found
}

type flatSearch struct {
	unknowns int
	found    []Set
}

// decide takes up unknown q; nonzero holds those before it that must not
// vanish, and forms are reduced to the subspace cut out so far.
func (f *flatSearch) decide(q int, nonzero Set, forms []row) {
	if q == f.unknowns {
		f.found = append(f.found, nonzero)
		return
	}
	form := forms[q]
	switch lead := form.lead(); {
	case lead < 0: // zero on all that is left
		f.decide(q+1, nonzero, forms)
	case lead == len(form)-1: // a constant
		f.decide(q+1, nonzero|1<<q, forms)
	default: // both are possible so far
		if cut, ok := substitute(forms, form, lead, nonzero); ok {
			f.decide(q+1, nonzero, cut)
		}
		f.decide(q+1, nonzero|1<<q, forms)
	}
}

// substitute restricts all forms to the subspace where form is zero, by solving
// it for one variable. It fails if one of the unknowns in nonzero would vanish.
func substitute(forms []row, form row, variable int, nonzero Set) ([]row, bool) {
	cut := make([]row, len(forms))
	for i, g := range forms {
		cut[i] = g.without(form, variable)
		if nonzero.Has(i) && cut[i].lead() < 0 {
			return nil, false
		}
	}
	return cut, true
}
