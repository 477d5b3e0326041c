"""Names for invented patients, by origin; the common ones stand first in each list.

Given names are separated by sex. All are ordinary names of their origin; which given name meets which
family name is left to chance, so a record that shares its name with a living person does so by accident.
"""

GIVEN: dict[str, dict[str, str]] = {
    "American": {
        "F": "Mary Linda Barbara Susan Patricia Karen Deborah Joan Ruth Denise Carol Donna Sharon "
        "Naomi Yvonne Michelle Tamika Grace Emily Keisha Hannah Dorothy Zoë Latoya Ebony Chloë "
        "Renée Lillian Ivy Maeve",
        "M": "James Robert John Michael David William Charles Anthony Kevin Samuel Henry Darnell Brian "
        "Marcus Walter Terrence Andre Daniel Joseph Curtis Tyrone Eric Isaiah Noah Ethan Lamar "
        "Clifford Zachary Owen Reid",
    },
    "Spanish": {
        "F": "Maria Ana Rosa Elena Carmen Sofía Lucía Isabel Guadalupe Teresa Verónica Inés",
        "M": "José Juan Luis Carlos Miguel Jesús Antonio Andrés Rafael Óscar Mateo Adrián",
    },
    "Polish": {
        "F": "Anna Katarzyna Helen Krystyna Wanda Ewa Małgorzata Irena",
        "M": "Jan Piotr Stanley Andrzej Tomasz Casimir Łukasz Marek",
    },
    "German": {
        "F": "Ursula Ingrid Helga Greta Margarete Käthe Heidi Elke",
        "M": "Karl Heinrich Klaus Jürgen Otto Dieter Günther Ernst",
    },
    "Italian": {
        "F": "Lucia Francesca Rosa Angelina Carmela Giulia Teresa Bianca",
        "M": "Antonio Vito Salvatore Marco Giuseppe Dominic Niccolò Angelo",
    },
    "Arabic": {
        "F": "Fatima Zainab Mariam Aisha Layla Noor Hanan Salma Rania Amal",
        "M": "Mohammed Ali Ahmed Hassan Hussein Omar Khalil Samir Yusuf Tariq",
    },
    "Chinese": {
        "F": "Mei Li Xiu Jing Yan Lan Hui Ying",
        "M": "Wei Jun Ming Hao Feng Lei Tao Jian",
    },
    "Indian": {
        "F": "Priya Anjali Sunita Kavita Lakshmi Meera Deepa Nisha",
        "M": "Raj Anil Sanjay Vikram Arjun Suresh Ravi Kiran",
    },
}

FAMILY: dict[str, str] = {
    "American": "Johnson Williams Smith Foster Simmons Davis Jones Robinson Harris Miller Thomas Taylor "
    "Carter Moore Walker Hughes Barnes Wright Hill Green Adams Baker Walsh Chandler Mitchell "
    "Turner Parker Coleman Brooks Sanders Price Reed Bennett Hayes Dawson Gaines O'Neill Sinclair "
    "Whitfield Lockhart",
    "Spanish": "García Rodríguez Martínez Hernández López González Pérez Ramírez Reyes Torres Flores Muñoz "
    "Vázquez Castillo Núñez Ibarra",
    "Polish": "Nowak Kowalski Wisniewski Novak Zielinski Kaminski Lewandowski Wójcik Jablonski Majewski "
    "Dąbrowski Sikorski",
    "German": "Schmidt Müller Schneider Fischer Weber Becker Hoffmann Schäfer Koch Krüger Vogel Böhm",
    "Italian": "Russo Romano Colombo Ricci Marino Greco Bruno Gallo Conti D'Angelo Lombardi Ferrara",
    "Arabic": "Karim Hassan Ahmed Saleh Haddad Khoury Mansour Nasser Saad Farhat Hamdan Bazzi",
    "Chinese": "Chen Wang Li Zhang Liu Huang Yang Wu Lin Zhou",
    "Indian": "Patel Singh Kumar Shah Sharma Gupta Reddy Rao Iyer Desai",
}
