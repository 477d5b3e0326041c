from dataclasses import fields

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.role_vocabulary import LANGUAGES, RoleVocabulary
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.data.variable_names import unaccented
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
        for field in fields(RoleVocabulary):
            for word in getattr(words, field.name):
                assert word == unaccented(word).lower()
                assert word.isalpha(), "names are cut where letters end"


CODES = [number * 7 + 101 for number in range(40)] * 3

PLACES = (
    "community Community_Code municipality home_town region_no countyFIPS District birth_country state_id "
    "Gemeinde Gemeindekennziffer Wohnort_Kreis Bundesland Commune code_commune departement_naissance "
    "Municipio provincia Comunidad_Autónoma Comune codice_comune Regione Gemeente wijk "
    "id_commune numero_municipio"
)

AMOUNTS = (
    "city_population town_size distance_to_city county_density n_regions number_of_towns years_in_region "
    "Gemeindegröße Einwohner_Kreis Anzahl_Gemeinden taille_commune habitants_ville población_municipio "
    "abitanti_comune inwoners_gemeente age amount"
)


def scale_of(name: str, values: list[int]) -> tuple[Scale, str]:
    [found] = inspect(Microdata(pd.DataFrame({name: values})))
    return found.scale, found.scale_reason


@pytest.mark.parametrize("name", PLACES.split())
def test_whole_numbers_that_name_places_are_codes(name: str) -> None:
    scale, reason = scale_of(name, CODES)
    assert (scale, "places" in reason or "names" in reason) == (Scale.NOMINAL, True)


@pytest.mark.parametrize("name", AMOUNTS.split())
def test_whole_numbers_that_are_counted_or_measured_are_not(name: str) -> None:
    assert scale_of(name, CODES)[0] is Scale.CONTINUOUS


def test_numbers_below_zero_are_no_codes_of_places() -> None:
    assert scale_of("community", [-5, *CODES])[0] is Scale.CONTINUOUS
