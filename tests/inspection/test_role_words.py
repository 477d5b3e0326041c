from dataclasses import fields

import pandas as pd
import pytest

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.role_words import LANGUAGES, RoleWords
from sdcdesk.core.variable import Role
from sdcdesk.core.variable_names import unaccented
from sdcdesk.inspection import inspect

FEW = [1, 2, 3, 4] * 25
POSITIVE = [1.5, 2.25, 0.5, 3.0] * 25
EACH = [f"A{number:03}" for number in range(100)]

NAMES = {
    Role.KEY: (
        FEW,
        (
            "Geschlecht Alter Altersgruppe Bundesland PLZ Postleitzahl Gemeinde Wohnort Familienstand Beruf "
            "Staatsangehörigkeit Nationalität Schulabschluss Beschäftigung Erwerbsstatus Haushaltsgröße "
            "Sexe Âge Département Commune Code_Postal Nationalité État_Civil Diplôme Profession Naissance "
            "Sexo Edad Provincia Municipio Comunidad_Autónoma Estado_Civil Ocupación Educación País "
            "Sesso Età Comune Regione Cittadinanza Stato_Civile Istruzione Anno_di_nascita "
            "Geslacht Leeftijd Gemeente Burgerlijke_Staat Opleiding Beroep Herkomst Woonplaats"
        ),
    ),
    Role.CONFIDENTIAL: (
        POSITIVE,
        (
            "Einkommen Haushaltseinkommen Nettogehalt Bruttolohn Miete Ausgaben Vermögen Betrag Krankheit "
            "Revenu Salaire Dépenses Montant Maladie Coût Ingresos Salario Gasto_Total Enfermedad Deuda "
            "Reddito Stipendio Spesa Malattia Inkomen Salaris Uitgaven Ziekte Loon"
        ),
    ),
    Role.WEIGHT: (
        POSITIVE,
        (
            "Gewicht Hochrechnung Hochrechnungsfaktor Poids Coefficient_Pondération Peso Factor_Elevación "
            "Coefficiente_Ponderazione Weegfactor Ophoogfactor"
        ),
    ),
    Role.HOUSEHOLD: (
        [number // 3 for number in range(100)],
        "Haushalt Haushalts_ID Haushaltsnummer Ménage Numéro_Ménage Hogar Famiglia Huishouden",
    ),
    Role.IDENTIFIER: (
        EACH,
        (
            "Nachname Vorname Patientennummer Lfd_Nr Sozialversicherungsnummer Nom Prénom Matricule "
            "Apellidos Dirección Cognome Indirizzo Achternaam Volgnummer"
        ),
    ),
}


@pytest.mark.parametrize(
    ("name", "role"), [(name, role) for role, (_, names) in NAMES.items() for name in names.split()]
)
def test_names_of_the_field_are_understood(name: str, role: Role) -> None:
    [found] = inspect(Microdata(pd.DataFrame({name: NAMES[role][0]})))
    assert found.role is role
    assert found.role_reason


@pytest.mark.parametrize("values", [["männlich", "weiblich", "divers"], ["Homme", "Femme"], ["m", "w", "d"]])
def test_values_of_gender_are_understood(values: list[str]) -> None:
    [found] = inspect(Microdata(pd.DataFrame({"x": values * 10})))
    assert found.role is Role.KEY


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("Körpergewicht", POSITIVE),
        ("peso_corporal", POSITIVE),
        ("nombre_de_jours", FEW),
        ("Anzahl", FEW),
        ("Bemerkung", ["a", "b"] * 50),
        ("balloon", FEW),
        ("parente", FEW),
    ],
)
def test_words_that_only_look_like_them_are_none(name: str, values: list[object]) -> None:
    [found] = inspect(Microdata(pd.DataFrame({name: values})))
    assert found.role is Role.OTHER


def test_words_are_written_as_names_are_compared() -> None:
    for words in LANGUAGES:
        for field in fields(RoleWords):
            for word in getattr(words, field.name):
                assert word == unaccented(word).lower()
                assert word.isalpha(), "names are cut where letters end"
