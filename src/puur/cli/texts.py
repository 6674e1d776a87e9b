"""What the terminal game says, in five languages. ``texts(language)`` gives one; all have the same fields."""

from __future__ import annotations

from dataclasses import dataclass

from puur.faces import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """The sentences of the terminal game. Braces are filled in by cli.play."""

    you: str
    seat: str
    deal: str
    trump: str
    up_card: str
    proposed: str
    declarer: str
    thrown_in: str
    estimate_prompt: str
    estimate_confirmed: str
    estimate_bad: str
    estimate_status: str
    estimate_sum: str
    call_prompt: str
    meld_prompt: str
    play_prompt: str
    choice_bad: str
    refused: str
    hand: str
    table: str
    led: str
    passing: str
    shove: str
    accept: str
    says: str
    declares: str
    declares_nothing: str
    declare_all: str
    declare_none: str
    shows: str
    best_meld: str
    marriage: str
    trick: str
    roem: str
    round_table: str
    points: str
    estimate: str
    difference: str
    total: str
    score: str
    ask_melds: str
    won: str
    standing: str
    quit: str
    help: str


ENGLISH = Texts(
    you="You",
    seat="Player {number}",
    deal="Deal {number}. Dealer: {name}.",
    trump="Trumps: {suit}",
    up_card="Turned up: {card}",
    proposed="Proposed: {suit}",
    declarer="Declarer: {name}, {contract}",
    thrown_in="Nobody wants trumps. The cards are dealt again.",
    estimate_prompt="Your estimate (0 to {total})",
    estimate_confirmed="{name}: estimate confirmed.",
    estimate_bad="A whole number from 0 to {total}, please.",
    estimate_status="You have {points} of {estimate}.",
    estimate_sum="Estimates so far: {sum} of {total}.",
    call_prompt="Your choice",
    meld_prompt="Your melds",
    play_prompt="Your card (number or code, ? for help)",
    choice_bad="That is not one of the choices.",
    refused="Not allowed: {reason}.",
    hand="Your cards",
    table="On the table",
    led="you lead",
    passing="pass",
    shove="leave the choice to the partner",
    accept="accept",
    says="{name}: {call}",
    declares="{name}: melds {claims}",
    declares_nothing="{name}: no melds",
    declare_all="declare {cards}",
    declare_none="declare nothing",
    shows="{name} (melds): {cards}",
    best_meld="Best meld: {name}. Points for melds: {first} to {second}.",
    marriage="{name}: king and queen of trumps!",
    trick="Trick {number} to {name}: {points} points.",
    roem="Roem: {points}.",
    round_table="Round {number}",
    points="Points",
    estimate="Estimate",
    difference="Difference",
    total="Total",
    score="Deal {number}: {first} to {second}. Total: {total_first} to {total_second}.",
    ask_melds="m: ask to see the melds that score",
    won="Won by: {names}",
    standing="{place}. {name}: {total}",
    quit="Match abandoned.",
    help="Type the number before a choice or a card's code such as JH; Ctrl-C leaves the game.",
)

GERMAN = Texts(
    you="Sie",
    seat="Spieler {number}",
    deal="Runde {number}. Geber: {name}.",
    trump="Trumpf: {suit}",
    up_card="Aufgedeckt: {card}",
    proposed="Vorgeschlagen: {suit}",
    declarer="Trumpf macht: {name}, {contract}",
    thrown_in="Niemand will Trumpf machen. Die Karten werden neu verteilt.",
    estimate_prompt="Ihre Ansage (0 bis {total})",
    estimate_confirmed="{name}: Ansage bestätigt.",
    estimate_bad="Bitte eine ganze Zahl von 0 bis {total}.",
    estimate_status="Sie haben {points} von {estimate}.",
    estimate_sum="Ansagen bisher: {sum} von {total}.",
    call_prompt="Ihre Wahl",
    meld_prompt="Ihr Weis",
    play_prompt="Ihre Karte (Nummer oder Kürzel, ? für Hilfe)",
    choice_bad="Das steht nicht zur Wahl.",
    refused="Nicht erlaubt: {reason}.",
    hand="Ihre Karten",
    table="Auf dem Tisch",
    led="Sie spielen aus",
    passing="passen",
    shove="schieben",
    accept="annehmen",
    says="{name}: {call}",
    declares="{name}: Weis {claims}",
    declares_nothing="{name}: kein Weis",
    declare_all="weisen: {cards}",
    declare_none="nichts weisen",
    shows="{name} (Weis): {cards}",
    best_meld="Bester Weis: {name}. Weispunkte: {first} zu {second}.",
    marriage="{name}: Stöck!",
    trick="Stich {number} an {name}: {points} Punkte.",
    roem="Roem: {points}.",
    round_table="Runde {number}",
    points="Punkte",
    estimate="Ansage",
    difference="Differenz",
    total="Total",
    score="Runde {number}: {first} zu {second}. Total: {total_first} zu {total_second}.",
    ask_melds="m: den zählenden Weis zeigen lassen",
    won="Gewonnen: {names}",
    standing="{place}. {name}: {total}",
    quit="Partie abgebrochen.",
    help="Tippen Sie die Nummer vor einer Möglichkeit oder das Kürzel einer Karte wie JH; Strg-C beendet das Spiel.",
)

FRENCH = Texts(
    you="Vous",
    seat="Joueur {number}",
    deal="Donne {number}. Donneur : {name}.",
    trump="Atout : {suit}",
    up_card="Carte retournée : {card}",
    proposed="Proposé : {suit}",
    declarer="Preneur : {name}, {contract}",
    thrown_in="Personne ne prend. On redistribue.",
    estimate_prompt="Votre annonce (0 à {total})",
    estimate_confirmed="{name} : annonce confirmée.",
    estimate_bad="Un nombre entier de 0 à {total}, s'il vous plaît.",
    estimate_status="Vous avez {points} sur {estimate}.",
    estimate_sum="Annonces jusqu'ici : {sum} sur {total}.",
    call_prompt="Votre choix",
    meld_prompt="Vos annonces",
    play_prompt="Votre carte (numéro ou code, ? pour l'aide)",
    choice_bad="Ce n'est pas un des choix.",
    refused="Interdit : {reason}.",
    hand="Vos cartes",
    table="Sur la table",
    led="à vous d'entamer",
    passing="passer",
    shove="laisser le choix au partenaire",
    accept="prendre",
    says="{name} : {call}",
    declares="{name} : annonces {claims}",
    declares_nothing="{name} : aucune annonce",
    declare_all="annoncer {cards}",
    declare_none="ne rien annoncer",
    shows="{name} (annonces) : {cards}",
    best_meld="Meilleure annonce : {name}. Points d'annonces : {first} à {second}.",
    marriage="{name} : roi et dame d'atout !",
    trick="Pli {number} pour {name} : {points} points.",
    roem="Roem : {points}.",
    round_table="Donne {number}",
    points="Points",
    estimate="Annonce",
    difference="Différence",
    total="Total",
    score="Donne {number} : {first} à {second}. Total : {total_first} à {total_second}.",
    ask_melds="m : demander à voir les annonces qui comptent",
    won="Gagné par : {names}",
    standing="{place}. {name} : {total}",
    quit="Partie abandonnée.",
    help="Tapez le numéro d'un choix ou le code d'une carte, par exemple JH ; Ctrl-C quitte la partie.",
)

ITALIAN = Texts(
    you="Lei",
    seat="Giocatore {number}",
    deal="Smazzata {number}. Mazziere: {name}.",
    trump="Briscola: {suit}",
    up_card="Carta scoperta: {card}",
    proposed="Proposto: {suit}",
    declarer="Dichiarante: {name}, {contract}",
    thrown_in="Nessuno sceglie la briscola. Si ridanno le carte.",
    estimate_prompt="La sua stima (da 0 a {total})",
    estimate_confirmed="{name}: stima confermata.",
    estimate_bad="Un numero intero da 0 a {total}, per favore.",
    estimate_status="Ha {points} su {estimate}.",
    estimate_sum="Stime finora: {sum} su {total}.",
    call_prompt="La sua scelta",
    meld_prompt="Le sue combinazioni",
    play_prompt="La sua carta (numero o sigla, ? per aiuto)",
    choice_bad="Non è tra le scelte.",
    refused="Non permesso: {reason}.",
    hand="Le sue carte",
    table="In tavola",
    led="esce lei",
    passing="passare",
    shove="lasciare la scelta al compagno",
    accept="accettare",
    says="{name}: {call}",
    declares="{name}: combinazioni {claims}",
    declares_nothing="{name}: nessuna combinazione",
    declare_all="dichiarare {cards}",
    declare_none="non dichiarare nulla",
    shows="{name} (combinazioni): {cards}",
    best_meld="Combinazione migliore: {name}. Punti: {first} a {second}.",
    marriage="{name}: re e donna di briscola!",
    trick="Presa {number} a {name}: {points} punti.",
    roem="Roem: {points}.",
    round_table="Smazzata {number}",
    points="Punti",
    estimate="Stima",
    difference="Differenza",
    total="Totale",
    score="Smazzata {number}: {first} a {second}. Totale: {total_first} a {total_second}.",
    ask_melds="m: chiedere di vedere le combinazioni che contano",
    won="Vince: {names}",
    standing="{place}. {name}: {total}",
    quit="Partita abbandonata.",
    help="Scriva il numero di una scelta o la sigla di una carta, per esempio JH; Ctrl-C esce dal gioco.",
)

DUTCH = Texts(
    you="U",
    seat="Speler {number}",
    deal="Spel {number}. Gever: {name}.",
    trump="Troef: {suit}",
    up_card="Opengedraaid: {card}",
    proposed="Voorgesteld: {suit}",
    declarer="Speler: {name}, {contract}",
    thrown_in="Niemand wil spelen. Er wordt opnieuw gedeeld.",
    estimate_prompt="Uw schatting (0 tot {total})",
    estimate_confirmed="{name}: schatting bevestigd.",
    estimate_bad="Een heel getal van 0 tot {total}, alstublieft.",
    estimate_status="U hebt {points} van {estimate}.",
    estimate_sum="Schattingen tot nu toe: {sum} van {total}.",
    call_prompt="Uw keuze",
    meld_prompt="Uw roem",
    play_prompt="Uw kaart (nummer of code, ? voor hulp)",
    choice_bad="Dat is geen keuze.",
    refused="Niet toegestaan: {reason}.",
    hand="Uw kaarten",
    table="Op tafel",
    led="u komt uit",
    passing="passen",
    shove="de keuze aan de maat laten",
    accept="spelen",
    says="{name}: {call}",
    declares="{name}: roem {claims}",
    declares_nothing="{name}: geen roem",
    declare_all="melden: {cards}",
    declare_none="niets melden",
    shows="{name} (roem): {cards}",
    best_meld="Beste roem: {name}. Punten: {first} tegen {second}.",
    marriage="{name}: stuk!",
    trick="Slag {number} voor {name}: {points} punten.",
    roem="Roem: {points}.",
    round_table="Spel {number}",
    points="Punten",
    estimate="Schatting",
    difference="Verschil",
    total="Totaal",
    score="Spel {number}: {first} tegen {second}. Totaal: {total_first} tegen {total_second}.",
    ask_melds="m: vragen om de tellende roem te tonen",
    won="Gewonnen door: {names}",
    standing="{place}. {name}: {total}",
    quit="Partij afgebroken.",
    help="Typ het nummer van een keuze of de code van een kaart, zoals JH; Ctrl-C stopt het spel.",
)

TEXTS: dict[Language, Texts] = {"de": GERMAN, "fr": FRENCH, "it": ITALIAN, "en": ENGLISH, "nl": DUTCH}


def texts(language: Language) -> Texts:
    return TEXTS[language]
