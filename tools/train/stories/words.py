"""The words of the stories, all chosen for this kit."""


def pairs(text):
    """{"ball": "LSTW", ...} from "ball: LSTW, ..." """
    return dict(entry.split(": ") for entry in " ".join(text.split()).split(", "))


GIRLS = """
    Lily Anna Mia Zoe Ella Nora Rosa Ivy Luna Emma Ruby Clara Alice Daisy Maya Lucy Sofia Hazel
    Molly Penny Tara Nina Wendy Holly Olive Poppy Greta Flora Stella Jenny
""".split()

BOYS = """
    Tom Ben Max Sam Leo Finn Oscar Jack Noah Theo Hugo Milo Oliver Peter Simon Felix Toby Jasper
    Otto Henry Robin Victor Emil Arthur Bruno Carl David Frank George Paul
""".split()

# The friend is an animal with an animal's name: a tiny model then tells hero and friend apart by
# the name alone, which it learns far sooner than which of two names from one list came first.
PETS_F = """
    Bubbles Clover Honey Pepper Nutmeg Pudding Peaches Willow Bluebell Snowdrop Cinnamon Tulip Maple
    Velvet Dotty
""".split()

PETS_M = """
    Pip Rusty Patch Bramble Bandit Shadow Buster Acorn Thistle Whiskers Ziggy Chip Fidget Scout
    Biscuit
""".split()

ANIMALS = """
    rabbit fox bear mouse cat dog frog duck owl hedgehog squirrel turtle pony lamb kitten puppy goat
    pig penguin monkey beaver otter
""".split()

TRAITS = """
    little happy clever kind brave shy cheerful curious gentle quiet lively friendly small young
    playful merry polite funny
""".split()

COLOURS = """
    red blue green yellow purple orange white black pink brown golden silver gray
""".split()

# Each object with the letters of the problems that suit it (see sentences.txt):
# L the wind takes it, S small, H hard and breaks, C cloth and tears, T a toy to share,
# W gets dirty, R must stay dry, V heavy.
OBJECTS = pairs("""
    ball: LSTW, kite: LSTR, balloon: LT, boat: STHW, drum: THRV, hat: LSCWR, key: S, cup: SHW,
    bell: SW, scarf: LSCWR, book: SR, lantern: SH, wagon: THWV, basket: VW, ring: S, mitten: SCWR,
    ribbon: LSWR, flag: LCWR, blanket: LCWR, cape: LCWR, coat: CWR, doll: STWR, robot: STH,
    train: STHW, car: STHW, truck: STHW, whistle: ST, trumpet: STH, flute: STH, guitar: THR,
    marble: ST, button: S, shell: SH, feather: LS, cap: LSCW, sock: LSCW, shoe: SW, bucket: STW,
    shovel: STHW, spoon: SW, mug: SHW, clock: SH, crown: SHW, box: VHW, chest: V, pumpkin: VW,
    melon: V, chair: VH, sled: VTHW, scooter: THW, bike: THW, puppet: STCWR, pillow: CWR, tent: CR,
    backpack: CWR, camera: SHR, pencil: S, mask: LST, wand: STH, map: LSR, letter: LSR
""")

# Each place with its preposition.
PLACES = pairs("""
    park: in, forest: in, garden: in, meadow: in, river: by, lake: by, pond: by, beach: on,
    hill: on, farm: on, market: at, playground: at, old mill: at, castle: at, village: in,
    orchard: in, valley: in, harbor: at, island: on, bridge: by, town square: in, field: in,
    lighthouse: at, train station: at, waterfall: by, sea: by, barn: by, windmill: at,
    old well: by, woods: in, vineyard: in, stable: by, fountain: by, bakery: by, library: by,
    schoolyard: in
""")

WATERSIDE = {"beach", "harbor", "island", "lake", "pond", "river", "sea", "waterfall"}

SYLLABLES = """
    ba be bi bo da de do fa fi ga go ja jo ka ke ki ko la le li lo lu ma me mi mo na ne ni no pa pe
    ra re ri ro sa se si ta te ti to va vi wa wi za ze zi zo tri bel dor fen gar hal kor lin mar nel
    pir quin ros tan ver wil yor zan
""".split()

NAME_ENDINGS = {  # (after a consonant, after a vowel)
    "f": ("a ia ella ina y elle".split(), "ka na sha lia ri".split()),
    "m": ("o us in ek ard ric".split(), "n bert s ron mik".split()),
}

ACCENTS = {"e": "éèëê", "o": "öóøô", "u": "üúù", "a": "áàäåãâ", "i": "íïî", "n": "ñ", "c": "ç"}

LISTS = {
    "trait": TRAITS,
    "kind": ["girl", "boy"] + ANIMALS,
    "friend_kind": ["girl", "boy"] + ANIMALS,
    "colour": COLOURS,
    "object": list(OBJECTS),
    "weather": "sunny windy warm bright cold cloudy lovely fine quiet fresh busy hot misty".split(),
    "look": "small big old cozy tiny pretty white stone wooden sleepy".split(),
    "home": "house cottage village town".split(),
    "hobby": [
        "to sing",
        "to run",
        "to dance",
        "to paint",
        "to explore",
        "to read",
        "to climb",
        "to laugh",
        "to help others",
        "to tell jokes",
        "to make new friends",
        "to look at the clouds",
        "to count the stars",
        "to jump in puddles",
    ],
    "relative": "grandma grandpa mother father uncle aunt".split(),
    "hideout": [
        "under a bush",
        "behind a tree",
        "in the tall grass",
        "behind a big rock",
        "under a bench",
        "in a pile of leaves",
        "under a log",
        "inside a old stump",
        "behind a fence",
        "under a bridge",
        "between two stones",
        "next to a fat mushroom",
    ],
    "water": "water stream puddle ditch brook".split(),
    "glue": "glue string tape wire".split(),
    "thorn": "thorn nail branch fence".split(),
    "thief": "crow magpie goose raccoon seagull weasel parrot ferret".split(),
    "treat": [
        "a piece of bread",
        "a cookie",
        "some berries",
        "a nut",
        "a apple",
        "a bit of cheese",
        "a slice of cake",
        "some corn",
    ],
    "tool": [
        "a long stick",
        "a fishing net",
        "a rake",
        "a hook",
        "a long branch",
        "a broom",
    ],
    "sky": [
        "the stars were out",
        "the sky was pink",
        "the moon was bright",
        "the sun was low",
        "the birds were quiet",
    ],
    "moral": [
        "a good friend is the best treasure",
        "it is good to ask for help",
        "two heads are better than one",
        "friends help each other",
        "every problem is smaller with a friend",
    ],
    "sharing_moral": [
        "sharing makes everyone happy",
        "it feels good to share",
        "a toy is more fun with a friend",
        "a kind heart makes many friends",
    ],
}

# Slots that may differ from sentence to sentence; all others hold one value for a whole story.
FREE = {
    "trait", "weather", "look", "home", "hobby", "relative", "hideout", "glue", "thorn", "treat",
    "tool", "sky", "moral", "sharing_moral",
}

PRONOUNS = {  # slot: (male, female)
    "he": ("he", "she"),
    "him": ("him", "her"),
    "his": ("his", "her"),
    "He": ("He", "She"),
    "His": ("His", "Her"),
}
