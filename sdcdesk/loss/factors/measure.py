"""Factors: principal components of continuous variables before and after masking."""

from typing import Any, ClassVar

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.contributions import worst
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.moments import moments
from sdcdesk.loss.components import Scores, compare_components, no_components
from sdcdesk.loss.continuous_measure import ContinuousMeasure
from sdcdesk.loss.factors.findings import DECLARES, TABLES, AssessedFactors, to_findings
from sdcdesk.loss.selection import continuous_names
from sdcdesk.loss.value_contributions import behind, eigenvalue_effect


class Factors(ContinuousMeasure):
    """How far principal components moved: eigenvalues, loadings, commonalities, score coefficients.

    Of the p continuous variables that have correlations with one another in both files, each file's own
    correlation matrix has eigenvalues λ_1 ≥ λ_2 … and eigenvectors v of length 1. From them follow

    - the *eigenvalue measure*, Σ |λ_j − λ′_j| / λ_j over the components with variance in the original;
    - RF, the *loadings*, correlations of variable i with component j: v_ij √λ_j;
    - C, the *commonalities*, the share of a variable's variance that the first J components explain:
      Σ RF_ij² over j ≤ J; choose J with `components`;
    - F, the *factor score coefficients* v_ij / √λ_j, which make scores of variance 1 of standardised values;
      or, with `scores` as projection, v_ij, whose scores have the variance λ_j.

    Their mean variations are those of Table 5: Σ_j w_j Σ_i |m_ij − m′_ij| / |m_ij| divided by the number of
    cells, w_j = λ_j / Σλ of the original; of C a mean over the variables. Cells with m = 0 leave sum and
    divisor. As the weights add up to 1 and not to p, the numbers of RF and F are about 1/p of a mean.

    Masked components stay in the order of their own eigenvalues, and take the sign with which their inner
    product with the original component of the same rank is not negative; none is matched with another. The
    largest entry of an original component is positive. Eigenvalues that differ by less than 1 % are named:
    their components may turn within the plane that both span. A component with λ ≤ 1e-12 λ_1 has no
    variance; it is left out of RF, C and F where that is so in one of the files, and counted.

    Missing values: a correlation takes the records that have both variables. A variable without correlations,
    as a constant one, is left out and named. Sampling weights are not used. Each file is taken as a whole,
    with its own number of records; nobody needs to know who is who.

    When to use: where users of the file will reduce variables to factors, build indices, or group records by
    them. Noise makes eigenvalues alike, microaggregation makes the first ones larger.

    When not: of few records or variables that hardly correlate, whose components are chance. Look at the
    matrix R of `continuous_loss` then.

    Public documents tell eigenvalues in steps that hide every value; loadings, commonalities and coefficients
    are left out, for nobody can say what one value has to do with them.

    Example
    -------
    Two variables with correlation r have the eigenvalues 1 + r and 1 − r. From 0.8 to 0.7 they change by
    0.1 / 1.8 and 0.1 / 0.2:

    >>> import pandas as pd
    >>> from sdcdesk.core.data.microdata import Microdata
    >>> from sdcdesk.loss import Factors
    >>> original = Microdata(pd.DataFrame({"a": [1.0, 2, 3, 4, 5], "b": [2.0, 1, 4, 3, 5]}))
    >>> masked = Microdata(pd.DataFrame({"a": [1.0, 2, 3, 4, 5], "b": [1.0, 4, 2, 3, 5]}))
    >>> found = Factors().assess(original, masked)
    >>> round(found.value("eigenvalue_measure"), 4)
    0.5556
    >>> found.table("eigenvalues")["after"].round(3).tolist()
    [1.7, 0.3]
    """

    name: ClassVar[str] = "factors"
    title: ClassVar[str] = "Factors"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, section 4, "
        "Table 5; eigenvalues: Templ and Meindl (2008), Robust Statistics Meets SDC"
    )
    purpose: ClassVar[str] = "How far eigenvalues, loadings, commonalities and factor scores moved."
    declares: ClassVar[tuple[Declared, ...]] = DECLARES
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = TABLES
    examples = (
        {},
        {"variables": ["age", "income", "bonus"], "components": 2, "scores": "projection"},
    )

    components: int = parameter(
        1,
        "Components of the commonalities",
        "How many components, the largest first, explain the variance in C.",
        ge=1,
        le=1000,
    )
    scores: Scores = parameter(
        "coefficients",
        "Score coefficients",
        "Divided by the root of the eigenvalue, for scores of variance 1, or not, for a projection.",
        FieldDisplay(choices={"coefficients": "Scores of variance 1", "projection": "Projection"}),
    )

    @property
    def by_record(self) -> tuple[str, ...]:
        """Nothing needs to know who is who."""
        return ()

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        names, notes = continuous_names(self.variables, original, masked, progress)
        compared, moved, found = no_components(), (np.inf, np.inf), worst([], np.inf)
        if names:
            columns = [[data.numbers(name) for name in names] for data in (original, masked)]
            sides = []
            for part, data in zip((0.1, 0.5), columns, strict=True):
                progress.at(part, "Correlations")
                sides.append((moments(data), [behind(column) for column in data]))
            (old, before), (new, after) = sides
            compared = compare_components(old, new)
            places = compared.places
            moved = eigenvalue_effect(old, before, places), eigenvalue_effect(new, after, places)
            told = [side[place].mean for side in (before, after) for place in places]
            found = worst(told, max(moved))
            apart = [name for place, name in enumerate(names) if place not in places]
            if apart:
                words = "Without correlations in one of the files, and left out: {names}."
                notes.append(sentence(words, names=", ".join(apart)))
            names = [names[place] for place in places]
            notes += compared.notes()
        assessed = AssessedFactors(names, compared, moved, found, self.components, self.scores)
        return to_findings(assessed, compared.discrepancies(self.components, self.scores), notes)
