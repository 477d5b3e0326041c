"""The bill of materials in the CycloneDX format: everything that is in the package, for machines."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense, LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from license_expression import get_spdx_licensing
from packageurl import PackageURL
from stages import SetUpError

if TYPE_CHECKING:
    from commit import Commit
    from licences import Part


def bill(commit: Commit, parts: list[Part]) -> str:
    """Return the bill of materials of a build as JSON, the same for each build of a commit.

    Raises
    ------
    SetUpError
        It does not keep to the schema of CycloneDX.
    """
    program = Component(
        name="sdcdesk",
        version=commit.version,
        type=ComponentType.APPLICATION,
        bom_ref=f"sdcdesk@{commit.version}",
        purl=PackageURL("pypi", None, "sdcdesk", commit.version),
        licenses=[LicenseExpression("BSD-3-Clause")],
    )
    components = [_component(part) for part in parts]
    bom = Bom(
        serial_number=uuid5(NAMESPACE_URL, f"sdcdesk/{commit.name}/{sys.platform}"),
        metadata=BomMetaData(component=program, timestamp=datetime.fromtimestamp(commit.epoch, UTC)),
        components=components,
    )
    bom.register_dependency(program, components)
    written: str = JsonV1Dot6(bom).output_as_string(indent=2)
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(written)
    if fault is not None:
        raise SetUpError(f"The bill of materials is not valid: {fault}.")
    return written + "\n"


def _component(part: Part) -> Component:
    space = {"deb": "debian"}.get(part.kind)
    return Component(
        name=part.name,
        version=part.version,
        type=ComponentType.LIBRARY,
        bom_ref=f"{part.kind}:{part.name}@{part.version}",
        purl=PackageURL(part.kind, space, part.name, part.version),
        licenses=[_licence(part.licence)],
        # A lock file has one hash for each wheel; only a sole one says what was installed.
        hashes=[
            HashType(alg=HashAlgorithm.SHA_256, content=value.partition(":")[2])
            for value in (part.hashes if len(part.hashes) == 1 else ())
        ],
    )


def _licence(words: str) -> LicenseExpression | DisjunctiveLicense:
    """Return a licence as an SPDX expression where it is one."""
    if get_spdx_licensing().validate(words).errors:
        return DisjunctiveLicense(name=words)
    return LicenseExpression(words)
