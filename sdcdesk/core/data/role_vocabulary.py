"""Role vocabulary: words in names of variables that speak of a role, in the main languages of Europe.

They are written as `ValueCounts.words` has them: in small letters, without accents ("año" is "ano"). Where a
language has two spellings ("Größe", "Groesse"), both stand here.
"""

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class RoleVocabulary:
    """Words of one language.

    Words are compared with those of a name; stems with the beginning and the end of each.

    Attributes
    ----------
    weight_stems
        Weights of records.
    body
        What is weighed or measured otherwise, so that a weight is none of records.
    household, household_number
        A household, which is a role only beside a word for a number; and such numbers in one word.
    number, number_stems
        A number or code for each record.
    person, person_stems
        What is of a single person.
    confidential, confidential_stems
        What people keep to themselves.
    key, key_stems
        What others know of a person.
    sexes
        Values of sex or gender.
    places, place_stems
        Places, of which files hold the codes.
    amounts, amount_stems
        What is measured or counted of a place, so that its numbers are no codes.
    """

    weight_stems: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    household: tuple[str, ...] = ()
    household_number: tuple[str, ...] = ()
    number: tuple[str, ...] = ()
    number_stems: tuple[str, ...] = ()
    person: tuple[str, ...] = ()
    person_stems: tuple[str, ...] = ()
    confidential: tuple[str, ...] = ()
    confidential_stems: tuple[str, ...] = ()
    key: tuple[str, ...] = ()
    key_stems: tuple[str, ...] = ()
    sexes: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    place_stems: tuple[str, ...] = ()
    amounts: tuple[str, ...] = ()
    amount_stems: tuple[str, ...] = ()


ENGLISH = RoleVocabulary(
    weight_stems=("weight", "wgt"),
    body=("body", "birth", "height", "kg", "lbs"),
    household=("household", "hh", "family", "dwelling"),
    household_number=("hid", "hhid", "hhnr", "hhno"),
    number=(
        *("id", "ids", "no", "nr", "num", "number", "uid", "uuid", "guid", "key", "serial", "index"),
        "identifier",
    ),
    person=("name", "surname", "ssn", "iban", "mrn", "phone", "email", "mail", "passport", "address"),
    person_stems=(
        *("firstname", "lastname", "forename", "fullname", "telephone", "street", "licence", "license"),
    ),
    confidential_stems=(
        *(
            "income",
            "salar",
            "wage",
            "earn",
            "amount",
            "billed",
            "cost",
            "expen",
            "saving",
            "wealth",
            "asset",
        ),
        *("debt", "tax", "loan", "price", "revenue", "turnover", "profit", "benefit", "pension", "charge"),
        *("diagnos", "disease", "illness", "health", "hiv", "cancer", "therap", "drug", "crim", "convict"),
    ),
    key=("age", "ages", "sex", "race", "job", "dob", "yob", "born", "city", "town", "zip", "state"),
    key_stems=(
        *("gender", "ethnic", "zipcode", "postcode", "postal", "region", "county", "country", "province"),
        *("district", "municipal", "village", "urban", "rural", "urbrur", "marital", "civil", "married"),
        *("educat", "school", "degree", "occupat", "profession", "birth", "nationality", "citizen"),
        *("religion", "language", "native", "workclass", "employ", "industry", "relat", "agegroup"),
    ),
    sexes=("m", "f", "w", "male", "female", "man", "woman", "other", "diverse", "unknown"),
    places=("city", "town", "state", "ward", "tract", "zone", "parish", "borough", "fips", "nuts", "lau"),
    place_stems=(
        *("communit", "municipal", "region", "county", "countr", "province", "district", "village"),
        *("precinct", "territor"),
    ),
    amounts=(
        *(
            "pop",
            "size",
            "km",
            "miles",
            "area",
            "dist",
            "lat",
            "lon",
            "total",
            "sum",
            "avg",
            "mean",
            "median",
        ),
        *("rate", "share", "ratio", "pct", "residents", "count", "year", "years", "months", "days", "hours"),
        *("time", "age", "income", "level", "elevation", "score", "index"),
    ),
    amount_stems=("popul", "distan", "densit", "inhabit", "percent", "altitud", "latitud", "longitud"),
)

GERMAN = RoleVocabulary(
    weight_stems=("gewicht", "hochrechn"),
    body=("korper", "koerper", "korpergewicht", "koerpergewicht", "geburtsgewicht"),
    household=("haushalt", "haushalts", "familie"),
    household_number=("haushaltsnr", "haushaltsnummer", "haushaltsid"),
    number=("lfd", "lfdnr"),
    number_stems=("nummer", "kennung", "kennziffer"),
    person=("anschrift", "adresse", "strasse", "telefon", "handy", "ausweis", "svnr", "steuerid"),
    person_stems=(
        *("nachname", "vorname", "familienname", "rufname", "sozialversicherungsn", "versichertenn"),
        *("steuernummer", "ausweisn", "personalnummer", "telefonn", "hausnummer"),
    ),
    confidential=("miete", "rente", "renten", "altersrente", "preis", "lohn"),
    confidential_stems=(
        *(
            "einkommen",
            "einkunft",
            "einkunfte",
            "einkuenfte",
            "gehalt",
            "lohne",
            "loehne",
            "arbeitslohn",
            "bruttolohn",
            "nettolohn",
        ),
        *("verdienst", "umsatz", "gewinn", "kosten", "betrag", "ausgabe", "vermogen", "vermoegen"),
        *("schulden", "kredit", "steuer", "sozialhilfe", "krank", "gesundheit", "medikament", "behinder"),
        "straf",
    ),
    key=("alter", "plz", "ort", "kreis", "staat", "herkunft", "kinderzahl"),
    key_stems=(
        *("geschlecht", "altersgr", "altersklass", "bundesland", "gemeind", "landkreis", "kanton"),
        *("postleitz", "wohnort", "geburt", "geboren", "nationalitat", "nationalitaet", "staatsangeh"),
        *("staatsburg", "staatsbuerg", "migration", "beruf", "bildung", "schulab", "schulbild"),
        *("familienstand", "haushaltsgro", "konfession", "sprache", "branche", "wirtschaftsz", "erwerb"),
        *("beschaft", "beschaeft", "anstellung"),
    ),
    sexes=("mannlich", "maennlich", "weiblich", "divers", "mann", "frau", "d"),
    places=("ort", "kreis", "stadt", "land", "staat", "ags"),
    place_stems=("gemeind", "bundesland", "landkreis", "kanton", "bezirk", "wohnort", "gebiet"),
    amounts=("jahr", "jahre", "dauer", "anteil", "anzahl", "ew"),
    amount_stems=(
        *(
            "einwohner",
            "bevolker",
            "bevoelker",
            "grosse",
            "groesse",
            "dichte",
            "entfern",
            "flache",
            "flaeche",
        ),
    ),
)

FRENCH = RoleVocabulary(
    weight_stems=("poids", "ponderation", "extrapolation"),
    body=("corporel", "naissance", "corps"),
    household=("menage", "foyer", "famille"),
    household_number=("idmen",),
    number=("numero", "identifiant", "matricule"),
    person=("nom", "prenom", "prenoms", "adresse", "rue", "courriel", "nir"),
    confidential=("cout", "couts", "sante", "loyer", "impot", "impots", "dette", "dettes"),
    confidential_stems=(
        *("revenu", "salair", "remuneration", "depense", "montant", "epargne", "patrimoine", "chiffreaff"),
        *("maladie", "handicap", "allocation", "retraite"),
    ),
    key=("sexe", "genre", "ville", "pays", "commune", "etat", "metier", "emploi", "langue", "enfants"),
    key_stems=(
        *("departement", "canton", "codepostal", "naissance", "nationalit", "diplome", "matrimonial"),
        *("scolaire", "etudes", "activite"),
    ),
    sexes=("homme", "femme", "masculin", "feminin"),
    places=("ville", "pays", "commune", "communes", "insee"),
    place_stems=("departement", "canton", "arrondissement"),
    amounts=("taille", "nombre", "part", "taux", "duree", "annee", "annees", "superficie"),
    amount_stems=("habitant",),
)

SPANISH = RoleVocabulary(
    weight_stems=("peso", "ponderacion", "ponderador", "elevacion"),
    body=("corporal", "nacer", "nacimiento"),
    household=("hogar", "vivienda", "familia"),
    household_number=("idhogar",),
    number=("numero", "identificador", "folio"),
    person=("nombres", "apellido", "apellidos", "direccion", "telefono", "correo", "dni", "nif", "curp"),
    confidential=("renta", "rentas", "coste", "costes", "costo", "salud"),
    confidential_stems=(
        *("ingreso", "sueldo", "gasto", "importe", "deuda", "impuesto", "ahorro", "patrimonio", "alquiler"),
        *("enfermedad", "discapacidad", "prestacion", "jubilacion", "facturacion"),
    ),
    key=("edad", "sexo", "genero", "raza", "pais", "ciudad", "estado", "hijos", "estudios", "idioma"),
    key_stems=(
        *("provinc", "municip", "comunidad", "distrit", "nacionalid", "nacimiento", "profesion", "ocupac"),
        *("educac", "etni", "grupoedad", "codigopostal", "estadocivil"),
    ),
    sexes=("hombre", "mujer", "varon", "masculino", "femenino"),
    places=("pais", "ciudad", "ccaa", "comarca"),
    place_stems=("provinc", "municip", "comunidad", "distrit"),
    amounts=("tamano", "ano", "anos", "tasa"),
    amount_stems=("poblacion", "habitante", "densidad", "distancia"),
)

ITALIAN = RoleVocabulary(
    weight_stems=("peso", "ponderazione", "riporto"),
    body=("corporeo", "nascita"),
    household=("famiglia", "alloggio"),
    household_number=("idfamiglia",),
    number=("numero", "identificativo", "matricola", "progressivo"),
    person=("nome", "cognome", "indirizzo", "telefono", "codicefiscale"),
    confidential=("costo", "costi", "salute", "spesa", "spese", "affitto"),
    confidential_stems=(
        *(
            "reddit",
            "stipendi",
            "retribuzion",
            "importo",
            "debito",
            "debiti",
            "imposta",
            "imposte",
            "risparmi",
        ),
        *("patrimonio", "fatturato", "malatti", "disabilit"),
    ),
    key=("eta", "sesso", "genere", "comune", "citta", "paese", "lavoro", "lingua", "figli", "cap"),
    key_stems=(
        *("regione", "provinc", "nascita", "nazionalit", "cittadinanza", "istruzione", "professione"),
        *("occupazion", "classeeta", "statocivile"),
    ),
    sexes=("uomo", "donna", "maschio", "femmina", "maschile", "femminile"),
    places=("comune", "comuni", "citta", "paese", "istat"),
    place_stems=("regione",),
    amounts=("anno", "anni", "tasso", "dimensione"),
    amount_stems=("popolazion", "abitant"),
)

DUTCH = RoleVocabulary(
    weight_stems=("gewicht", "weegfactor", "ophoogfactor"),
    body=("lichaamsgewicht", "geboortegewicht"),
    household=("huishouden", "huishoud", "gezin"),
    household_number=("huishoudnr", "huishoudnummer", "huishoudid"),
    number=("volgnr", "kenmerk"),
    person=("naam", "adres", "straat", "telefoon", "bsn"),
    person_stems=("voornaam", "achternaam", "rekeningn"),
    confidential=("loon", "huur", "schuld", "schulden", "ziekte", "winst"),
    confidential_stems=(
        *("inkomen", "salaris", "uitgav", "kosten", "bedrag", "belasting", "spaar", "vermogen", "gezondheid"),
        *("uitkering", "pensioen", "omzet", "beperking"),
    ),
    key=("leeftijd", "geslacht", "taal", "wijk", "buurt", "stad", "land"),
    key_stems=(
        *("gemeente", "provinc", "geboorte", "geboren", "nationaliteit", "herkomst", "beroep", "opleiding"),
        *("burgerlijk", "woonplaats", "godsdienst", "leeftijdsgroep", "onderwijs"),
    ),
    sexes=("vrouw", "mannelijk", "vrouwelijk"),
    places=("wijk", "buurt", "stad"),
    place_stems=("gemeente", "woonplaats"),
    amounts=("aantal", "omvang", "jaar", "jaren"),
    amount_stems=("bevolking", "inwoner", "grootte", "afstand", "dichtheid", "oppervlak"),
)

LANGUAGES = (ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, DUTCH)

ALL = RoleVocabulary(
    **{
        field.name: tuple(dict.fromkeys(word for words in LANGUAGES for word in getattr(words, field.name)))
        for field in fields(RoleVocabulary)
    }
)
"""The words of all languages: a file does not say in which its names are."""
