/**
 * Sentences for claims, by id, code and parameters. For a claim that is not listed here the page shows the
 * report's message as a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { ClaimContent, Sayings, Why, WrongPick } from '../types.js'
import { capital } from '../../sentence.js'
import { number, sayOrdinal, sayTicket } from './grammar.js'

const plus =
  (sentence: string) =>
  ({ why }: Why): string =>
    why === '' ? sentence : `${sentence} ${why}`

/** For codes whose words English takes from the report. */
const own = (sentence: string) => (): string => sentence

const name = (value: string): string => escapeText(value, 128)
const ticket = (id: string): string => sayTicket(name(id))

/** Empty if the place is not known: the general sentence is used. */
const sayPlace = ({ placed }: ClaimContent): string =>
  placed === undefined
    ? ''
    : `Es ist das ${sayOrdinal(placed.index)} von ${number(placed.of)} Losen in der versiegelten Liste, eingetragen ${placed.kind === 'free' ? 'als kostenloses' : 'als bezahltes'} Los.`

/** Says that the published ticket is not the one that the rule picks. */
export function sayWrongPick({ prize, ticket: picked, place, published }: WrongPick): string {
  const rule = picked === undefined ? `das ${sayOrdinal(place)} Los der Liste` : ticket(picked)
  return `${prize}: Die Regel ergibt ${rule}. Veröffentlicht: ${ticket(published)}.`
}

const unread = 'So, wie es veröffentlicht wurde, ist es nicht lesbar.'
const noList = 'Die Liste liegt hier nicht vor.'
const unknownBeacon =
  'Die Quelle der Zufallszahl ist keine öffentliche, die hier bekannt ist, und keine Vertrauensdatei nennt sie.'
const notDrawn = 'Es sind noch nicht alle Gewinne ausgelost.'
const logDamaged = 'Was als Register des Veranstalters angegeben wurde, ist in sich nicht stimmig.'
const observationInvalid = 'Was ein Beobachter signiert hat, wurde danach geändert. Deshalb zählt es nicht.'
const observationUntrusted = 'Was gesehen wurde, kommt von Beobachtern, die keine Vertrauensdatei nennt.'
const noBeacon = 'Es wurde keine öffentliche Zufallszahl verwendet.'
const noRecord = 'Es liegt kein veröffentlichtes Protokoll vor.'

const honoured = 'Das Los steht so in der versiegelten Liste, wie es seine Quittung sagt.'
const soldTwice =
  'Diese Quittung kann nicht zeigen, dass das Los nur einmal verkauft wurde. Hat noch jemand eine Quittung dafür, fragen Sie den Veranstalter schriftlich.'
const cancelled = 'Die Verlosung wurde abgesagt.'
const noLogKey = 'Der Schlüssel des Registers des Veranstalters ist hier nicht bekannt.'
const splits = 'Zwei Hälften der Zeugen könnte je ein anderer Verlauf gezeigt worden sein.'
const fewWitnesses = 'Zu wenige Zeugen bürgen für das Register des Veranstalters.'

/** Whose the ticket is, by the end of the report's message. */
function sayHolder(message: string): string {
  if (message.endsWith('sold to another buyer, too')) return soldTwice
  if (message.endsWith('the entry can be its buyer’s alone'))
    return 'Die angegebene Nonce steht auch in der Quittung. In der Liste kann das Los also nur seinem Käufer gehören.'
  if (message.endsWith('this does not show whose entry it is'))
    return 'Die Quittung nennt eine Nonce, eine geheime Zahl, die beim Kauf des Loses erzeugt wurde. Sie wurde hier nicht angegeben: Wessen Los es ist, zeigt dies also nicht.'
  return ''
}

/** How the list has it, by the end of the report's message: an id before it may contain anything. */
function sayOtherwise(message: string): string {
  if (message.endsWith('entries of the sealed list has this id'))
    return 'In der versiegelten Liste steht kein Los mit dieser Nummer.'
  if (message.endsWith('and the sealed list has it with another nonce'))
    return 'In der versiegelten Liste steht es mit einer anderen Nonce.'
  if (message.endsWith('and the sealed list has it as free, not as paid'))
    return 'In der versiegelten Liste steht es als kostenloses, nicht als bezahltes Los.'
  if (message.endsWith('and the sealed list has it as paid, not as free'))
    return 'In der versiegelten Liste steht es als bezahltes, nicht als kostenloses Los.'
  return 'In der versiegelten Liste steht es anders, oder gar nicht.'
}

/** Defects of the whole log, which any of its claims can report. */
const ofLog: NonNullable<Sayings['codes']> = {
  'log-other': plus('Das angegebene Register ist nicht das des Veranstalters.'),
  'log-unknown': noLogKey,
  'log-damaged': logDamaged,
  'note-invalid': `Das Register lässt sich nicht prüfen. ${unread}`,
  'checkpoint-invalid': `Das Register lässt sich nicht prüfen. ${unread}`,
  'algorithm-unsupported': plus(
    'Ein Zeuge hat auf eine Weise signiert, die dieses Programm nicht prüfen kann.',
  ),
}

/** By claim. */
export const sayings: Readonly<Record<string, Sayings>> = {
  'record.schema': {
    proven: 'Das veröffentlichte Protokoll hat die Form, die die Spezifikation verlangt.',
    open: 'Die Form des veröffentlichten Protokolls wurde nicht geprüft.',
    refuted: 'Das veröffentlichte Protokoll hat nicht die Form, die die Spezifikation verlangt.',
    codes: {
      'schema-invalid': plus(
        'Das veröffentlichte Protokoll hat nicht die Form, die die Spezifikation verlangt.',
      ),
      'record-not-given': noRecord,
    },
  },
  'record.consistent': {
    proven: 'Das veröffentlichte Protokoll widerspricht sich nicht.',
    open: 'Ob das veröffentlichte Protokoll sich widerspricht, lässt sich nicht sagen.',
    refuted: 'Das veröffentlichte Protokoll widerspricht sich.',
    codes: {
      'record-total': ({ expected = '', found = '' }) =>
        `Zahl der Auslosungen im veröffentlichten Protokoll: ${name(expected)}. Das Protokoll selbst sagt: ${name(found)}.`,
      'record-draw-repeated': plus('Im veröffentlichten Protokoll steht eine Auslosung doppelt.'),
      'record-winner-repeated': plus('Im veröffentlichten Protokoll gewinnt ein Los zweimal.'),
      'schema-invalid':
        'Das veröffentlichte Protokoll hat die falsche Form. Deshalb wurde nicht geprüft, ob es sich widerspricht.',
      'record-not-given': noRecord,
    },
  },
  'statement.signed': {
    proven: 'Der Veranstalter hat jede Erklärung zu dieser Verlosung signiert.',
    open: 'Nichts belegt, dass der Veranstalter dies signiert hat.',
    refuted: 'Nicht alles hier ist gültig vom Veranstalter signiert.',
    codes: {
      'signature-invalid': plus(
        'Eine Erklärung ist nicht vom Veranstalter signiert, oder sie wurde danach geändert.',
      ),
      'key-outside-period': plus(
        'Eine Erklärung ist mit einem Schlüssel signiert, der zu der Zeit nicht gültig war.',
      ),
      'operator-unknown':
        'Nichts belegt, dass der Veranstalter dies signiert hat: Hier ist keiner seiner Schlüssel bekannt.',
      'key-unknown':
        'Nichts belegt, dass der Veranstalter dies signiert hat: Der verwendete Schlüssel ist hier nicht als einer von seinen bekannt.',
      'key-revoked': plus(
        'Der Schlüssel, mit dem eine Erklärung signiert ist, gilt nicht mehr. Sie könnte also erfunden sein.',
      ),
      'statement-invalid': 'Eine Erklärung ist nicht lesbar. Wer sie signiert hat, lässt sich nicht sagen.',
    },
  },
  'statement.chain': {
    proven: 'Keine Erklärung fehlt, ist zu viel oder steht an der falschen Stelle.',
    open: 'Ob eine Erklärung fehlt, lässt sich noch nicht sagen.',
    refuted: 'Die Erklärungen passen nicht zueinander.',
    codes: {
      'chain-cancelled':
        'Keine Erklärung fehlt, ist zu viel oder steht an der falschen Stelle, und die letzte sagt die Verlosung ab.',
      'statement-invalid': plus('Eine Erklärung ist nicht lesbar.'),
      'chain-broken': plus('Eine Erklärung fehlt, oder eine gehört nicht dorthin.'),
      'chain-mixed': plus('Erklärungen verschiedener Verlosungen sind vermischt.'),
      'chain-order': plus('Die Erklärungen sind in der falschen Reihenfolge.'),
      'chain-time': plus('Die Daten der Erklärungen widersprechen einander.'),
      'chain-prize': plus('Ein Gewinn ist nicht so ausgelost, wie es zugesagt war.'),
      'prize-repeated': plus('Ein Gewinn kommt zweimal vor.'),
      'seed-differs': plus('Die Zahl des Veranstalters ist eine andere, als er festgelegt hatte.'),
      'chain-unfinished': notDrawn,
    },
  },
  'record.matches': {
    proven: 'Das veröffentlichte Protokoll sagt, was der Veranstalter signiert hat.',
    open: 'Nichts belegt, dass das veröffentlichte Protokoll sagt, was der Veranstalter signiert hat.',
    refuted: 'Das veröffentlichte Protokoll sagt etwas anderes, als der Veranstalter signiert hat.',
    codes: {
      'values-differ': ({ pointer, expected = '', found = '', why }) =>
        pointer?.endsWith('/winner_entry_id') === true
          ? `In seiner signierten Erklärung nennt der Veranstalter als Gewinner: ${ticket(expected)}. Das veröffentlichte Protokoll nennt: ${ticket(found)}.`
          : `Das veröffentlichte Protokoll sagt etwas anderes, als der Veranstalter signiert hat. ${why}`,
      'record-partial': plus('Das veröffentlichte Protokoll zeigt nur einen Teil der Auslosung.'),
      'evidence-missing': plus(
        'Das veröffentlichte Protokoll lässt sich nicht mit dem vergleichen, was der Veranstalter signiert hat.',
      ),
      'schema-invalid':
        'Das veröffentlichte Protokoll hat die falsche Form. Deshalb wurde es nicht mit dem verglichen, was signiert ist.',
      'record-not-given': noRecord,
    },
  },
  'seed.committed': {
    proven: 'Die Zahl des Veranstalters für jeden Gewinn stimmt mit den signierten Regeln überein.',
    open: 'Nichts belegt, dass die Zahlen des Veranstalters mit dem übereinstimmen, was er vorher festgelegt hatte.',
    refuted: 'Eine Zahl des Veranstalters stimmt nicht mit dem überein, was er vorher festgelegt hatte.',
    codes: {
      'seed-differs': plus('Die Zahl des Veranstalters ist eine andere, als er vorher festgelegt hatte.'),
      'evidence-missing': plus('Nichts belegt, welche Zahl der Veranstalter vorher festgelegt hatte.'),
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'beacon.genuine': {
    proven: 'Genau diese Zufallszahl hat ihre Quelle veröffentlicht.',
    open: 'Nichts belegt, dass die Quelle genau diese Zufallszahl veröffentlicht hat.',
    refuted: 'Diese Zufallszahl hat ihre Quelle nicht veröffentlicht.',
    codes: {
      'beacon-signature': 'Diese Zufallszahl hat ihre Quelle nicht veröffentlicht: Die Signatur ist falsch.',
      'beacon-previous':
        'Diese Zufallszahl hat ihre Quelle nicht veröffentlicht: Sie folgt nicht aus der vorigen.',
      'evidence-missing': 'Die Zufallszahl liegt hier nicht vor.',
      'beacon-unknown': unknownBeacon,
      'beacon-none': noBeacon,
    },
  },
  'beacon.rule': {
    proven: 'Welche Zufallszahl entscheidet, ist in den signierten Regeln festgelegt.',
    open: 'Nichts belegt, dass vorher festgelegt war, welche Zufallszahl entscheidet.',
    refuted: 'Es wurde nicht die Zufallszahl verwendet, die hätte entscheiden müssen.',
    codes: {
      'round-differs': ({ expected = '', found = '' }) =>
        `Es wurde eine andere Zufallszahl verwendet, als festgelegt war. Festgelegt: ${name(expected)}. Verwendet: ${name(found)}.`,
      'round-wrong': ({ expected = '', found = '' }) =>
        `Der Veranstalter hat eine andere Zufallszahl festgelegt, als die Regel ergibt. Die Regel ergibt: ${name(expected)}. Festgelegt: ${name(found)}.`,
      'beacon-uncommitted':
        'Es wurde eine Zufallszahl verwendet, die der Veranstalter vorher nicht festgelegt hatte.',
      'evidence-missing': plus('Nichts belegt, welche Zufallszahl der Veranstalter vorher festgelegt hatte.'),
      'beacon-unknown': unknownBeacon,
      'beacon-none': noBeacon,
    },
  },
  'entries.sealed': {
    proven: 'Es ist die versiegelte Liste, und kein Los steht doppelt darin.',
    open: 'Nichts belegt, dass der Veranstalter genau diese Liste vor der Auslosung versiegelt hatte.',
    refuted: 'Mit der versiegelten Liste oder den Gewinnern darin stimmt etwas nicht.',
    codes: {
      'entries-light':
        'Jeder Gewinner steht in der Liste, die versiegelt wurde. Der Rest der Liste wurde nicht gelesen.',
      'counts-differ': plus(
        'Die Zahlen der Lose, die der Veranstalter signiert hat, widersprechen einander.',
      ),
      'winner-differs': plus(
        'Ein Gewinner ist nicht das Los, das in der versiegelten Liste an seinem Platz steht.',
      ),
      'inclusion-invalid': plus(
        'Ein Gewinner steht nicht in der Liste, die der Veranstalter versiegelt hatte.',
      ),
      'list-differs': plus('Diese Liste hatte der Veranstalter nicht versiegelt.'),
      'entries-repeated': plus('Ein Los steht doppelt in der Liste.'),
      'evidence-missing': plus(
        'Nichts belegt, dass die Gewinner in der Liste stehen, die der Veranstalter versiegelt hatte.',
      ),
      'list-other': noList,
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'winner.derived': {
    proven: 'Nachgerechnet ergibt die Regel genau die veröffentlichten Gewinner.',
    open: 'Die Gewinner ließen sich nicht nachrechnen.',
    refuted: 'Die Regel ergibt nicht die veröffentlichten Gewinner.',
    codes: {
      'values-differ': ({ wrong, why }) => {
        return wrong === undefined
          ? `Die Regel ergibt nicht die veröffentlichten Gewinner. ${why}`
          : sayWrongPick(wrong)
      },
      'pool-empty': 'Es wurden mehr Gewinne ausgelost, als es Lose gibt.',
      'evidence-missing': plus('Die Gewinner lassen sich nicht nachrechnen.'),
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'draw.unstoppable': {
    proven: 'Als die Liste versiegelt war, konnte niemand das Ergebnis zurückhalten.',
    open: 'Der Veranstalter hätte das Ergebnis zurückhalten können.',
    refuted: 'Das Ergebnis ließ sich zurückhalten.',
    codes: {
      'cancelled-after-round': plus(
        'Der Veranstalter hat die Verlosung abgesagt, als er die Gewinner kennen konnte.',
      ),
      'cancelled-unseen':
        'Der Veranstalter hat die Verlosung abgesagt, nachdem die Liste versiegelt war. Niemand hat das gesehen, bevor es die Zufallszahl gab.',
      'seeds-secret':
        'Hier gibt es nichts zu prüfen: Die geheimen Zahlen blieben bis zur Auslosung beim Veranstalter. Er hätte sich also weigern können auszulosen.',
      'observed-late': 'Andere haben die Liste zu spät gelesen: Da gab es die Zufallszahl schon.',
      'beacon-unknown': unknownBeacon,
      'basis-unproven': 'Nicht alles, woraus sich die Gewinner ergeben, ist belegt.',
      'raffle-cancelled': cancelled,
    },
  },
  'evidence.timely': {
    proven:
      'Jemand anders als der Veranstalter hat die versiegelte Liste gesehen, bevor es die Zufallszahl gab.',
    open: 'Nur der Veranstalter selbst sagt, dass die Liste geschlossen war, bevor es die Zufallszahl gab.',
    refuted: 'Was andere gesehen haben, widerspricht den Angaben des Veranstalters.',
    codes: {
      'observed-in-time': own(
        'Jemand anders als der Veranstalter hat die versiegelte Liste gesehen, bevor es die Zufallszahl gab.',
      ),
      'observation-invalid': observationInvalid,
      'observation-untrusted': observationUntrusted,
      'timestamp-invalid': plus('Ein Zeitstempel gilt nicht.'),
      'timestamp-untrusted': 'Die Zeitstempel kommen von einer Stelle, die keine Vertrauensdatei nennt.',
      'observed-late': plus('Andere haben es zu spät gesehen.'),
      'observed-early': plus('Andere sagen, sie hätten es gesehen, als es noch nicht da gewesen sein kann.'),
      'beacon-unknown': unknownBeacon,
      'beacon-none': noBeacon,
    },
  },
  'evidence.unique': {
    proven: 'Es gab eine Festlegung und eine Liste.',
    open: 'Vielleicht hat der Veranstalter mehrere Listen gemacht und die gezeigt, die ihm gefiel: Nichts belegt das Gegenteil.',
    refuted: 'Es gab mehr als eine Festlegung oder Liste.',
    codes: {
      'observed-once': own('Soweit andere es gesehen haben, gab es eine Festlegung und eine Liste.'),
      'logged-once': own(
        'Es gab eine Festlegung und eine Liste. Im Register des Veranstalters steht keine andere, die er mit einem gültigen Schlüssel signiert hat.',
      ),
      'statement-second': plus(
        'Der Veranstalter hat für diese Verlosung zwei Listen oder zwei Festlegungen signiert.',
      ),
      'observation-invalid': observationInvalid,
      'observation-untrusted': observationUntrusted,
      'observed-late': plus('Andere haben es zu spät gesehen.'),
      'beacon-unknown': unknownBeacon,
      'log-unknown': noLogKey,
      'log-damaged': logDamaged,
      'statement-outdated':
        'Im Register steht eine andere Liste oder Festlegung, signiert mit einem alten Schlüssel des Veranstalters.',
      'witnesses-short': fewWitnesses,
      'quorum-splits': splits,
    },
  },
  'log.included': {
    proven: 'Jede Erklärung steht im öffentlichen Register des Veranstalters.',
    open: 'Nichts belegt, dass jede Erklärung in einem öffentlichen Register steht.',
    refuted: 'Mit dem Register des Veranstalters stimmt etwas nicht.',
    codes: {
      'inclusion-invalid': plus(
        'Eine Erklärung steht im Register nicht dort, wo sie nach Angabe des Veranstalters steht.',
      ),
      'signature-invalid': 'Was als Register des Veranstalters angegeben wurde, hat dieses nicht signiert.',
      ...ofLog,
    },
  },
  'log.witnessed': {
    proven: 'Unabhängige Zeugen bürgen dafür, dass das Register allen denselben Verlauf zeigt.',
    open: 'Nichts belegt, dass das Register allen denselben Verlauf zeigt.',
    refuted: 'Mit den Signaturen oder dem Verlauf des Registers stimmt etwas nicht.',
    codes: {
      'signature-invalid': plus('Eine Signatur des Registers oder eines Zeugen ist falsch.'),
      'log-forked': plus('Das Register hat zwei Verläufe gezeigt.'),
      ...ofLog,
      'witness-unknown': 'Hier ist kein Zeuge des Registers bekannt.',
      'witnesses-short': fewWitnesses,
      'quorum-splits': splits,
    },
  },
  'ticket.included': {
    proven: 'Das Los steht in der versiegelten Liste.',
    open: 'Ob das Los in der versiegelten Liste steht, lässt sich nicht sagen.',
    refuted: 'Das Los steht so nicht in der versiegelten Liste.',
    codes: {
      'ticket-included': sayPlace,
      'ticket-absent': 'In der versiegelten Liste steht kein Los mit dieser Nummer.',
      'inclusion-invalid': 'Der angegebene Nachweis führt nicht zur versiegelten Liste.',
    },
  },
  'receipt.honoured': {
    proven: honoured,
    open: 'Ob der Veranstalter gehalten hat, was er in der Quittung zusagt, lässt sich nicht sagen.',
    refuted: 'Der Veranstalter hat nicht gehalten, was er in der Quittung zugesagt hat.',
    codes: {
      'receipt-honoured': said =>
        [sayPlace(said) === '' ? honoured : sayPlace(said), sayHolder(said.message)]
          .filter(part => part !== '')
          .join(' '),
      'receipt-dishonoured': ({ sought, message }) =>
        `Der Veranstalter hat eine Quittung für ${sought === undefined ? 'ein Los' : ticket(sought)} signiert. ${sayOtherwise(message)}`,
      'receipt-other':
        'Der Veranstalter hat eine Quittung signiert, die zu einer anderen Festlegung dieser Verlosung gehört.',
      'raffle-cancelled': cancelled,
      'receipt-invalid': own('Das ist keine gültige Quittung.'),
      'raffle-other': own('Die Quittung gehört zu einer anderen Verlosung.'),
      'operator-other': own('Die Quittung ist von einem anderen Veranstalter.'),
      'operator-unknown': own('Hier ist kein Schlüssel des Veranstalters für Quittungen bekannt.'),
      'key-unknown': own('Der Schlüssel, mit dem die Quittung signiert ist, ist hier nicht bekannt.'),
      'signature-invalid': own('Die Signatur der Quittung ist falsch.'),
      'key-outside-period': own('Der Schlüssel war zu dem Datum der Quittung nicht gültig.'),
      'key-revoked': own('Der Schlüssel der Quittung wurde widerrufen.'),
      'nonce-other': own('In der Quittung steht eine andere Nonce als die angegebene.'),
      'inclusion-invalid': own('Der angegebene Nachweis zeigt das Los nicht in der versiegelten Liste.'),
      'receipt-withdrawn': own('In der versiegelten Liste gilt das Los als zurückgenommen.'),
    },
  },
  'level.reached': {
    proven: 'Niemand konnte sich die Gewinner aussuchen.',
    open: 'Noch belegt nichts, dass sich niemand die Gewinner aussuchen konnte.',
    refuted: 'Die verlangte Stufe ist nicht erreicht.',
  },
}

/** Before the report's words about a finding, by code. */
export const findings: Readonly<Record<string, string>> = {
  'raffle-repeated':
    'Diese Verlosung wiederholt eine, die nach Angabe des Veranstalters abgesagt wurde: Sehen Sie nach, wie jene ausgegangen ist.',
  'winner-replaced': 'Ein Gewinner wurde ersetzt.',
  'withdrawn-alone':
    'Der Veranstalter hat mindestens eine Quittung zurückgenommen, und nichts belegt, dass der Käufer zugestimmt hat.',
  'cancelled-late':
    'Nichts belegt, dass jemand die Absage gesehen hat, bevor die Gewinner bekannt sein konnten: Vielleicht kannte der Veranstalter das Ergebnis, als er absagte.',
  'winner-unpublished': 'Ein Los hat gewonnen, und der Veranstalter hat das nicht bekannt gegeben.',
  'time-in-future': 'Etwas trägt ein Datum, das in der Zukunft liegt.',
  'list-other': 'Was ein Beobachter signiert hat, betrifft eine andere Liste.',
  'statement-outdated':
    'Es gibt noch eine andere Erklärung. Der Schlüssel des Veranstalters, mit dem sie signiert ist, gilt nicht mehr.',
  'log-set-back': 'Das Register zeigt einen älteren Stand als den, der schon gesehen wurde.',
  'log-entry-repeated': 'Eine Erklärung steht mehrmals im Register.',
  'log-unread': 'Bei dieser Prüfung wurde das Register nicht gelesen.',
  'log-inconclusive': 'Das Register wurde gelesen, aber es zeigt nicht genug.',
  'receipt-late': 'Die Quittung trägt ein späteres Datum als die versiegelte Liste.',
  'record-pool-step':
    'Im veröffentlichten Protokoll nimmt die Zahl der Lose nicht von Auslosung zu Auslosung um eins ab.',
  'record-time-order':
    'Im veröffentlichten Protokoll stehen die Auslosungen nicht in zeitlicher Reihenfolge.',
  'record-seed-hash-repeated':
    'Im veröffentlichten Protokoll steht ein Hashwert mehrmals, der nur einmal vorkommen sollte.',
  'record-unknown-member':
    'Das veröffentlichte Protokoll enthält eine Angabe, die die Spezifikation nicht kennt.',
}

/** A prize by its position, from 1, and its name. */
export const sayPrize = (position: number, prize: string): string =>
  prize === '' || [`prize ${position}`, `gewinn ${position}`].includes(prize.toLowerCase())
    ? `Gewinn ${position}`
    : `Gewinn ${position} (${name(prize)})`

/** For claims of recipes, and any others without sentences. */
export const nothingShows = (claim: string): string => `Nicht belegt: „${capital(claim)}“.`
