"""Parameters of the simulated billing records: every number that shapes the data, and nothing else.

All weights are whole numbers, so that a draw is decided by integer comparison and is the same everywhere.
They are plausible, not estimated from any register.
"""

SEED = 2004
SIZES = (1_000, 5_000, 25_000)

# Patients by age: knots of a polygon, relative to one another. Infants and the old see a doctor more often
# than their share of the people living in the area.
PATIENTS_BY_AGE = (
    (0, 140), (1, 90), (5, 52), (12, 38), (18, 42), (25, 48), (35, 58), (45, 70), (55, 86),
    (62, 95), (70, 90), (78, 68), (84, 46), (90, 20), (95, 7), (100, 2),
)  # fmt: skip

# Women among 1,000 patients of that age: fewer girls at birth, maternity care, women live longer.
WOMEN_BY_AGE = (
    (0, 488),
    (15, 500),
    (22, 590),
    (38, 580),
    (50, 530),
    (65, 530),
    (80, 580),
    (90, 690),
    (100, 800),
)

RACES = ("White", "Black", "Hispanic", "Asian", "Other")

# Races among 1,000 patients who live in a neighbourhood of that kind.
RACE_BY_NEIGHBOURHOOD = {
    "city": (135, 780, 40, 10, 35),
    "southwest": (240, 210, 490, 15, 45),
    "enclave": (690, 140, 50, 80, 40),
    "suburb": (720, 165, 45, 45, 25),
    "corridor": (680, 75, 35, 190, 20),
}

RACE_MISSING_PER_THOUSAND = 3

# Zip code, weight among all patients, kind of neighbourhood. Zip codes with the same first four digits lie
# side by side; a few large ones hold most patients, as round a hospital.
ZIPS = (
    ("48021", 12, "suburb"), ("48026", 5, "suburb"),
    ("48033", 24, "suburb"), ("48034", 11, "suburb"),
    ("48043", 12, "suburb"),
    ("48066", 21, "suburb"), ("48067", 8, "suburb"),
    ("48071", 58, "suburb"), ("48075", 31, "city"), ("48076", 9, "city"),
    ("48083", 19, "corridor"), ("48085", 7, "corridor"),
    ("48091", 14, "suburb"), ("48093", 22, "suburb"),
    ("48103", 13, "corridor"), ("48108", 5, "corridor"),
    ("48124", 14, "enclave"), ("48126", 126, "enclave"), ("48127", 24, "suburb"),
    ("48141", 8, "suburb"), ("48146", 19, "suburb"),
    ("48154", 16, "suburb"),
    ("48170", 14, "corridor"),
    ("48185", 49, "suburb"), ("48187", 20, "corridor"),
    ("48192", 27, "suburb"), ("48195", 6, "suburb"),
    ("48201", 142, "city"), ("48202", 38, "city"), ("48205", 20, "city"), ("48209", 45, "southwest"),
    ("48210", 16, "southwest"), ("48212", 33, "enclave"), ("48219", 41, "city"),
    ("48221", 36, "city"), ("48224", 25, "city"), ("48228", 30, "city"),
    ("48235", 53, "city"), ("48236", 18, "suburb"),
    ("48307", 17, "suburb"), ("48309", 8, "corridor"),
    ("48310", 23, "suburb"), ("48313", 10, "suburb"),
    ("48322", 13, "corridor"),
    ("48331", 7, "corridor"), ("48334", 28, "suburb"),
    ("48340", 18, "southwest"), ("48342", 9, "city"),
)  # fmt: skip

# Origin of the family name among 1,000 patients of that race.
ORIGIN_BY_RACE = {
    "White": {"American": 520, "Polish": 160, "German": 90, "Italian": 90, "Arabic": 130, "Spanish": 10},
    "Black": {"American": 975, "Arabic": 15, "Spanish": 10},
    "Hispanic": {"Spanish": 930, "American": 60, "Italian": 10},
    "Asian": {"Indian": 520, "Chinese": 420, "American": 60},
    "Other": {"American": 550, "Arabic": 250, "Spanish": 120, "Indian": 80},
}
AMERICAN_GIVEN_NAME_PER_THOUSAND = 450

# Median bill of an ordinary visit in dollars by age: newborns are dear, then it rises with age.
MEDIAN_BILL_BY_AGE = (
    (0, 1_500),
    (1, 700),
    (8, 480),
    (18, 620),
    (40, 900),
    (60, 1_150),
    (75, 1_450),
    (90, 1_600),
    (100, 1_400),
)
SPREAD_OF_BILLS = 0.85  # standard deviation of the natural logarithm

# A stay in hospital multiplies the bill; stays among 1,000 patients of that age.
STAYS_BY_AGE = ((0, 30), (1, 10), (15, 10), (30, 25), (60, 35), (90, 60), (100, 60))
STAY_FACTOR = 9
LEAST_BILL, MOST_BILL = 40, 110_000  # the distribution is cut off there
