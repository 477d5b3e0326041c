"""Local recoding of the Adult file, nine keys at k = 5, beside the best full-domain recoding."""

from pathlib import Path

import pytest

import sdcdesk as sdc
from tests.masking.local_recoding import slowly

OTHER_PROGRAM = 0.822
"""Mean granularity that another program keeps by local recoding."""

FULL_DOMAIN = 0.772
"""Mean granularity of the best node of the lattice, records left out losing all."""


@pytest.mark.shared_data
def test_it_keeps_more_than_the_best_full_domain_recoding_and_another_program(shared_data: Path) -> None:
    folder = shared_data / "adult"
    data = sdc.read(folder / "adult.csv")
    hierarchies = {name: sdc.Hierarchy.read(folder / f"adult_hierarchy_{name}.csv") for name in data.names}
    full = sdc.search.lattice(data, hierarchies, k=5, suppress=len(data) - 1)
    assert 1 - full.nodes["loss"].min() == pytest.approx(FULL_DOMAIN, abs=5e-4)
    kept = {}
    for way in ("cells", "relaxed", "strict"):
        method = sdc.masking.LocalRecoding(keys=data.names, k=5, way=way, hierarchies=hierarchies)
        masked = method.mask(data)
        assert masked.data.frame.groupby(list(data.names)).size().min() >= 5
        kept[way] = masked.figures["granularity_kept"].value
        by_hand = [slowly.granularity(data, masked.data, name, hierarchies) for name in ("age", "education")]
        table = masked.tables[0].frame.set_index("variable")["granularity_kept"]
        assert [table[name].value for name in ("age", "education")] == pytest.approx(by_hand)
    assert kept["cells"] > kept["relaxed"] > kept["strict"] > OTHER_PROGRAM
    assert kept["cells"] > 0.939
