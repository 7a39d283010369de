/**
 * Why claims end as they do, and what was found, by the words of reports. `{0}` stands for a value: see translator.ts.
 *
 * @packageDocumentation
 */
import type { Phrases } from '../translator.js'

export const reasons: Phrases = {
  'the draw of prize {0:number}': 'die Auslosung von Gewinn {0}',
  'replacement {0:number} of prize {1:number}': 'Ersatz {0} bei Gewinn {1}',
  'statement {0:number} (commitment)': 'Erklärung {0} (Festlegung)',
  'statement {0:number} (seal)': 'Erklärung {0} (Siegel)',
  'statement {0:number} (draw)': 'Erklärung {0} (Auslosung)',
  'statement {0:number} (replacement)': 'Erklärung {0} (Ersatz)',
  'statement {0:number} (cancellation)': 'Erklärung {0} (Absage)',
  'statement {0:number}': 'Erklärung {0}',
  'which {0:value} would count': 'welche Angabe {0} zählen würde',
  'the order of the {0:value}': 'die Reihenfolge von {0}',
  'the randomness of the {0:value}': 'die Zufallszahl von {0}',
  'the signature of the {0:value}': 'die Signatur von {0}',
  'the round of the {0:value}': 'die Runde von {0}',
  'what follows from the {0:values}': 'was sich aus {0} ergibt',
  paid: 'bezahlt',
  free: 'kostenlos',
  'the rule gives something else than the published {0:values}':
    'die Regel ergibt etwas anderes, als veröffentlicht ist für: {0}',
  'the rule gives something else than the published {0:values}: {1}':
    'die Regel ergibt etwas anderes, als veröffentlicht ist für {0}: {1}',
  'the rule cannot be carried out: {0}': 'die Regel lässt sich nicht ausführen: {0}',
  'the {0:values} does not verify': 'nicht gültig: {0}',
  'the proof is of another output than the published {0:values}':
    'der Nachweis gehört zu einem anderen Ausgabewert als dem veröffentlichten: {0}',
  'the {0:value} has to be less than {1}': 'der Wert {0} muss kleiner sein als {1}',
  'the {0:value} has to be at most {1}': 'der Wert {0} darf höchstens {1} sein',
  'the {0:value} has to be earlier than {1}': 'die Zeit {0} muss früher sein als {1}',
  'the {0:value} has to be at or before {1}': 'die Zeit {0} darf nicht später sein als {1}',
  'what follows from the {0:values} has to be less than {1}':
    'was sich aus {0} ergibt, muss kleiner sein als {1}',
  'what follows from the {0:values} has to be at most {1}':
    'was sich aus {0} ergibt, darf höchstens {1} sein',
  'what follows from the {0:values} has to be earlier than {1}':
    'was sich aus {0} ergibt, muss früher sein als {1}',
  'what follows from the {0:values} has to be at or before {1}':
    'was sich aus {0} ergibt, darf nicht später sein als {1}',
  'the two look alike and are written with other code points':
    'die beiden sehen gleich aus, bestehen aber aus verschiedenen Unicode-Zeichen',
  'the expected digest is the found one in reverse byte order':
    'der erwartete Hashwert ist der gefundene mit umgekehrter Reihenfolge der Bytes',
  'the expected digest is the found one hashed again':
    'der erwartete Hashwert ist der gefundene, noch einmal gehasht',
  'the found digest is the expected one hashed again':
    'der gefundene Hashwert ist der erwartete, noch einmal gehasht',
  'the expected digest is that of the same bytes as lower-case hex text':
    'der erwartete Hashwert gehört zu denselben Bytes als Hex-Text in Kleinbuchstaben',
  'the expected digest is that of the same bytes as upper-case hex text':
    'der erwartete Hashwert gehört zu denselben Bytes als Hex-Text in Großbuchstaben',
  'the expected digest is that of the same bytes with a newline at the end':
    'der erwartete Hashwert gehört zu denselben Bytes mit einem Zeilenumbruch am Ende',
  'the expected digest is that of the same bytes without the newline at the end':
    'der erwartete Hashwert gehört zu denselben Bytes ohne den Zeilenumbruch am Ende',
  'the expected digest is that of the same bytes with CRLF line ends instead of LF':
    'der erwartete Hashwert gehört zu denselben Bytes mit den Zeilenenden CRLF statt LF',
  'the expected digest is that of the same bytes with LF line ends instead of CRLF':
    'der erwartete Hashwert gehört zu denselben Bytes mit den Zeilenenden LF statt CRLF',
  'the expected digest is that of the same bytes without the byte order mark':
    'der erwartete Hashwert gehört zu denselben Bytes ohne die Bytereihenfolge-Markierung (BOM)',
  'the expected digest is that of the same bytes after a byte order mark':
    'der erwartete Hashwert gehört zu denselben Bytes hinter einer Bytereihenfolge-Markierung (BOM)',
  'the signature of the round before was not published; drand serves it with this one as previous_signature':
    'die Signatur der vorigen Runde wurde nicht veröffentlicht; drand liefert sie zusammen mit dieser als previous_signature',
  'this chain signs no previous signature, and one was published':
    'diese Kette signiert keine vorige Signatur mit, und es wurde eine veröffentlicht',
  'the previous signature cannot be one of this chain': 'die vorige Signatur kann keine dieser Kette sein',
  'the signature is not a point of the chain’s group in its one encoding':
    'die Signatur ist kein Punkt der Gruppe dieser Kette in der einzigen erlaubten Kodierung',
  'the signature is not the chain’s over this round': 'die Signatur ist nicht die der Kette für diese Runde',
  'the randomness is not the hash of the signature': 'die Zufallszahl ist nicht der Hashwert der Signatur',
  'the signature of round {0} was not published; drand has it at {1}':
    'die Signatur von Runde {0} wurde nicht veröffentlicht; drand hat sie unter {1}',
  'the recipe brings the chain {0} with the one key {1}, which is not in your trust file: whoever has its key makes its rounds':
    'das Rezept bringt die Kette {0} mit dem einzigen Schlüssel {1} mit, und diese Kette steht nicht in Ihrer Vertrauensdatei: Wer den Schlüssel der Kette hat, macht deren Runden',
  'not published: {0:values}': 'nicht veröffentlicht: {0}',
  'both are empty': 'beide sind leer',
  'the {0:value} is empty': 'der Wert {0} ist leer',
  'it would take {0}': 'nötig wäre: {0}',
  'it would take evidence from elsewhere': 'nötig wäre Beweismaterial von anderer Stelle',
  'the public key came with the draw; put the key, obtained elsewhere, into the recipe':
    'der öffentliche Schlüssel kam mit der Auslosung; setzen Sie den Schlüssel, den Sie von anderer Stelle haben, in das Rezept ein',
  'the trust file has no key of {0}; drawaudit trust add --signer adds one, and --trust gives the file':
    'die Vertrauensdatei enthält keinen Schlüssel von {0}; drawaudit trust add --signer fügt einen hinzu, und --trust gibt die Datei an',
  'the trust file has no key of {0} for {1}; drawaudit trust add --signer adds one, and --trust gives the file':
    'die Vertrauensdatei enthält keinen Schlüssel von {0} für {1}; drawaudit trust add --signer fügt einen hinzu, und --trust gibt die Datei an',
  'the {0} engine cannot verify {1}; the native engine can, and in a browser verifyPublishedOnWeb':
    'die Engine {0} kann {1} nicht prüfen; die Engine native kann es, und in einem Browser verifyPublishedOnWeb',
  'only the organiser says when it was published': 'wann es veröffentlicht wurde, sagt nur der Veranstalter',
  'nobody was asked to look for one, as far as this shows':
    'soweit dies zeigt, wurde niemand gebeten, danach zu suchen',
  'no observation of {0} was given': 'es wurde keine Beobachtung zu {0} angegeben',
  'its address has the {0:value} in it, which was not published':
    'die Adresse enthält den Wert {0}, und der wurde nicht veröffentlicht',
  'no address can be made of this {0:value}': 'aus diesem Wert lässt sich keine Adresse bilden: {0}',
  'what stands at {0} does not fix {1:values}': 'was unter {0} steht, legt Folgendes nicht fest: {1}',
  'it is not shown that the winner follows from what was published':
    'es ist nicht belegt, dass sich der Gewinner aus dem ergibt, was veröffentlicht wurde',
  'nothing from outside the organiser’s hands decides the winner':
    'nichts, was der Veranstalter nicht in der Hand hat, entscheidet über den Gewinner',
  'anyone could try out the {0:value}': 'jeder konnte verschiedene Werte für {0} durchprobieren',
  'nothing that was published beforehand fixes {0:values}':
    'nichts, was vorher veröffentlicht wurde, legt Folgendes fest: {0}',
  'nothing fixes the order of {0:values}': 'nichts legt die Reihenfolge von {0} fest',
  'nothing shows where {0:values} really came from': 'nichts belegt, woher Folgendes wirklich stammt: {0}',
  'nothing shows when the {0:value} could be known':
    'nichts belegt, ab wann der Wert {0} bekannt sein konnte',
  'when the {0:value} could be known shows in the header of its block: give it with --headers FILE':
    'ab wann der Wert {0} bekannt sein konnte, steht im Header seines Blocks: Geben Sie diesen mit --headers FILE an',
  'a commitment may fit another value too: {0}':
    'eine Festlegung passt vielleicht auch zu einem anderen Wert: {0}',
  '{0} saw it at {1}, at {2}': '{0} hat es am {1} gesehen, unter {2}',
  '{0} stamped it at {1}': '{0} hat es am {1} mit einem Zeitstempel versehen',
  'the time-stamper {0}': 'die Zeitstempel-Stelle {0}',
  '{0} saw it at {1}, and it had to be seen by {2}':
    '{0} hat es am {1} gesehen, und es musste spätestens am {2} gesehen sein',
  '{0} stamped it at {1}, and it had to be seen by {2}':
    '{0} hat es am {1} mit einem Zeitstempel versehen, und es musste spätestens am {2} gesehen sein',
  '{0} saw another {1:value} at {2}, at {3}: the organiser may have changed it, or {4} may be wrong':
    '{0} hat am {3} unter {2} einen anderen Wert {1} gesehen: Vielleicht hat der Veranstalter ihn geändert, vielleicht irrt sich {4}',
  '{0} saw there at {1} what cannot be read: {2}':
    '{0} hat dort am {1} etwas gesehen, was nicht lesbar ist: {2}',
  '{0} saw there at {1} another {2:value}': '{0} hat dort am {1} einen anderen Wert {2} gesehen',
  '{0} saw there at {1} no {2:value}': '{0} hat dort am {1} keinen Wert {2} gesehen',
  'the file that {0} stamped has another {1:value}':
    'die Datei, die {0} mit einem Zeitstempel versehen hat, enthält einen anderen Wert {1}',
  'the file that {0} stamped has no {1:value}':
    'die Datei, die {0} mit einem Zeitstempel versehen hat, enthält keinen Wert {1}',
  'a time-stamp is of no file that was given as published':
    'ein Zeitstempel gehört zu keiner Datei, die als veröffentlicht angegeben wurde',
  'your trust file pins another block {0} than drawaudit does':
    'in Ihrer Vertrauensdatei ist ein anderer Block {0} hinterlegt als in drawaudit',
  'no block of {0} from {1} on is pinned; pin this one, as you have it from elsewhere: drawaudit trust add --block {2}':
    'ab Nummer {1} ist kein Block von {0} hinterlegt; hinterlegen Sie diesen, so wie Sie ihn von anderer Stelle haben: drawaudit trust add --block {2}',
  'no block of {0} from {1} on is pinned; pin this one, or a later one, as you have it from elsewhere: drawaudit trust add --block {2}, give the headers from this block to that one with --headers FILE':
    'ab Nummer {1} ist kein Block von {0} hinterlegt; hinterlegen Sie diesen oder einen späteren, so wie Sie ihn von anderer Stelle haben: drawaudit trust add --block {2}, und geben Sie die Header von diesem Block bis zu jenem mit --headers FILE an',
  'block {0} of {1} is not pinned: drawaudit trust add --block {2}, as you have it from elsewhere':
    'Block {0} von {1} ist nicht hinterlegt: drawaudit trust add --block {2}, so wie Sie ihn von anderer Stelle haben',
  'give the headers from block {0} to block {1} (pinned by drawaudit) with --headers FILE':
    'geben Sie die Header von Block {0} bis Block {1} (in drawaudit hinterlegt) mit --headers FILE an',
  'give the headers from block {0} to block {1} (pinned by your trust file) with --headers FILE':
    'geben Sie die Header von Block {0} bis Block {1} (in Ihrer Vertrauensdatei hinterlegt) mit --headers FILE an',
  'of the {0} headers that were given none is that of block {1}, with the hash {2}; {3}':
    'der Header von Block {1} mit dem Hashwert {2} ist nicht unter den angegebenen (Zahl: {0}); {3}',
  'the headers that were given lead from block {0} down to block {1}, and that of block {2}, with the hash {3}, is not among them, or is damaged; {4}':
    'die angegebenen Header führen von Block {0} hinab zu Block {1}, und der von Block {2} mit dem Hashwert {3} ist nicht darunter oder ist beschädigt; {4}',
  'the headers that were given lead to block {0}; {1}': 'die angegebenen Header führen zu Block {0}; {1}',
  'give the headers from block {0} to block {1} or a later one, with --headers FILE; block {2} is pinned by drawaudit':
    'geben Sie die Header von Block {0} bis Block {1} oder einem späteren mit --headers FILE an; Block {2} ist in drawaudit hinterlegt',
  'give the headers from block {0} to block {1} or a later one, with --headers FILE; block {2} is pinned by your trust file':
    'geben Sie die Header von Block {0} bis Block {1} oder einem späteren mit --headers FILE an; Block {2} ist in Ihrer Vertrauensdatei hinterlegt',
  'block {0} of {1}, pinned by drawaudit': 'Block {0} von {1}, in drawaudit hinterlegt',
  'block {0} of {1}, pinned by your trust file': 'Block {0} von {1}, in Ihrer Vertrauensdatei hinterlegt',
  'block {0} of {1}, {2} below block {3}, to which its headers lead; pinned by drawaudit':
    'Block {0} von {1}, um {2} unter Block {3}, zu dem seine Header führen; in drawaudit hinterlegt',
  'block {0} of {1}, {2} below block {3}, to which its headers lead; pinned by your trust file':
    'Block {0} von {1}, um {2} unter Block {3}, zu dem seine Header führen; in Ihrer Vertrauensdatei hinterlegt',
  'the hash is another than that of {0}': 'der Hashwert ist ein anderer als der von {0}',
  'the hash is another than that of {0}, unless that pin is wrong':
    'der Hashwert ist ein anderer als der von {0}, es sei denn, das dort Hinterlegte ist falsch',
  '{0} blocks follow it, fewer than {1}; {2}':
    'Zahl der Blöcke, die darauf folgen: {0}, weniger als {1}; {2}',
  '{0} parts of varying length are joined without a separator or a length, so that different values can give the same bytes':
    'Teile von wechselnder Länge (Zahl: {0}) werden ohne Trennzeichen und ohne Längenangabe aneinandergehängt, sodass verschiedene Werte dieselben Bytes ergeben können',
  'parts are joined with no separator, so that different values can give the same text':
    'Teile werden ohne Trennzeichen aneinandergehängt, sodass verschiedene Werte denselben Text ergeben können',
  'parts are joined with the separator {0}, which also stands in a part, so that different values can give the same text':
    'Teile werden mit dem Trennzeichen {0} aneinandergehängt, das auch in einem Teil vorkommt, sodass verschiedene Werte denselben Text ergeben können',
  'with {0} left only the first {1} can be drawn':
    'wenn noch {0} übrig sind, können nur die ersten {1} gezogen werden',
  'the {0:value} holds hashes of personal data without a salt: whoever guesses the data can confirm the guess':
    'der Wert {0} enthält Hashwerte personenbezogener Daten ohne Salt: Wer die Daten errät, kann feststellen, dass er richtig geraten hat',
  'the {0:value} holds personal data, published as it is':
    'der Wert {0} enthält personenbezogene Daten, unverändert veröffentlicht',
  'a number of {0} bits is reduced by modulo: no chance is off by more than {1} in {2}':
    'eine Zahl mit {0} Bit wird durch Modulo verkleinert: Keine Chance weicht um mehr als {1} zu {2} ab',
  'a number of {0} bits is reduced by modulo: no chance is off by more than {1} in {2}, which is negligible':
    'eine Zahl mit {0} Bit wird durch Modulo verkleinert: Keine Chance weicht um mehr als {1} zu {2} ab, und das ist vernachlässigbar',
  'a number of {0} bits is scaled down: no chance is off by more than {1} in {2}':
    'eine Zahl mit {0} Bit wird auf einen kleineren Bereich skaliert: Keine Chance weicht um mehr als {1} zu {2} ab',
  'a number of {0} bits is scaled down: no chance is off by more than {1} in {2}, which is negligible':
    'eine Zahl mit {0} Bit wird auf einen kleineren Bereich skaliert: Keine Chance weicht um mehr als {1} zu {2} ab, und das ist vernachlässigbar',
  'nothing checks the {0:value}': 'nichts prüft den Wert {0}',
  '{0} occurs more than once among the {1:value}': '{0} kommt in {1} mehr als einmal vor',
  'the chain signs the signature before, which is missing':
    'die Kette signiert die vorige Signatur mit, und diese fehlt',
  'there is a signature before, which this chain does not sign':
    'es gibt eine vorige Signatur, und diese Kette signiert keine mit',
  'the signature before has another length, or is not the genesis seed':
    'die vorige Signatur hat eine andere Länge oder ist nicht der Anfangswert der Kette (Genesis-Seed)',
  'the signature is no point of its group': 'die Signatur ist kein Punkt ihrer Gruppe',
  'the signature is not of the chain’s key over this round':
    'die Signatur ist nicht die des Schlüssels der Kette für diese Runde',
  'public randomness was used, and the commitment names none':
    'es wurde eine öffentliche Zufallszahl verwendet, und die Festlegung nennt keine',
  'the public randomness is not of the round that the commitment names':
    'die öffentliche Zufallszahl ist nicht die der Runde, die die Festlegung nennt',
  'the round that was committed to is not the first at or after {0}':
    'die festgelegte Runde ist nicht die erste zu dieser Zeit oder danach: {0}',
  'it was cancelled when the winners could be known to the operator':
    'die Verlosung wurde abgesagt, als der Veranstalter die Gewinner kennen konnte',
  'the raffle was cancelled at {0}, when its winners could be known':
    'die Verlosung wurde am {0} abgesagt, als ihre Gewinner bekannt sein konnten',
  'the raffle was cancelled': 'die Verlosung wurde abgesagt',
  'the raffle was cancelled before its list was sealed':
    'die Verlosung wurde abgesagt, bevor ihre Liste versiegelt war',
  'the raffle was cancelled before its round': 'die Verlosung wurde vor ihrer Runde abgesagt',
  'the raffle was cancelled after the seal, and nobody saw that before the round':
    'die Verlosung wurde nach dem Siegel abgesagt, und niemand hat das vor der Runde gesehen',
  'the cancellation is dated before the winners could be known, and nothing shows that anybody saw it before the round':
    'das Datum der Absage liegt vor der Zeit, ab der die Gewinner bekannt sein konnten, und nichts belegt, dass jemand die Absage vor der Runde gesehen hat',
  'entry {0} stands at {1} and at {2}': 'Los {0} steht in der Liste bei Index {1} und bei Index {2}',
  'line {0} of the list is no entry: {1}': 'Zeile {0} der Liste ist kein Los: {1}',
  'paid and free entries together are not the total':
    'bezahlte und kostenlose Lose zusammen ergeben nicht die Gesamtzahl',
  'the list does not have the sealed root': 'die Liste hat nicht die versiegelte Wurzel',
  'the list has another {0} than was sealed': 'in der Liste ist {0} anders, als es versiegelt wurde',
  'the proof of {0} does not lead to the sealed root':
    'der Nachweis führt nicht zur versiegelten Wurzel: {0}',
  'the proof of {0} has another {1}': 'der Nachweis ({0}) nennt einen anderen Wert: {1}',
  '{0} names another entry than stands at {1}':
    '{0} nennt ein anderes Los, als bei Index {1} der Liste steht',
  'there are more entries than the commitment allows': 'es gibt mehr Lose, als die Festlegung erlaubt',
  'winner {0} is of no pick': 'Gewinner {0} gehört zu keiner Ziehung',
  'the file is not the one that the bundle names': 'die Datei ist nicht die, die das Bündel nennt',
  'the bundle names no file with the list': 'das Bündel nennt keine Datei mit der Liste',
  '{0} of {1} winners have no proof': 'Gewinner ohne Nachweis: {0} von {1}',
  'all {0} entries were recomputed, and none stands twice':
    'alle Lose wurden nachgerechnet (Zahl: {0}), und keines steht doppelt',
  'the list itself was not recomputed, so nothing shows that no entry stands twice':
    'die Liste selbst wurde nicht nachgerechnet, also belegt nichts, dass kein Los doppelt darin steht',
  'the list itself was not recomputed; {0} had read it whole at {1}, and says that no entry stands twice':
    'die Liste selbst wurde nicht nachgerechnet; {0} hatte sie am {1} ganz gelesen und sagt, dass kein Los doppelt darin steht',
  'the list is not sealed': 'die Liste ist nicht versiegelt',
  'the list is not sealed yet': 'die Liste ist noch nicht versiegelt',
  'nobody whom the trust file knows says to have read the list':
    'niemand, den die Vertrauensdatei nennt, sagt, die Liste gelesen zu haben',
  '{0} had read the list at {1}, which is too late':
    '{0} hatte die Liste am {1} gelesen, und das ist zu spät',
  'the seeds are public, and {0} had read the list at {1}':
    'die Zahlen des Veranstalters sind öffentlich, und {0} hatte die Liste am {1} gelesen',
  'the seeds were secret until the draw': 'die Zahlen des Veranstalters waren bis zur Auslosung geheim',
  '{0} read another list of this raffle, of {1} entries with the root {2}':
    '{0} hat eine andere Liste dieser Verlosung gelesen, mit der Wurzel {2} (Zahl der Lose: {1})',
  '{0} saw another {1} of this raffle, signed by the operator, at {2}':
    '{0} hat am {2} für diese Verlosung eine andere {1} gesehen, vom Veranstalter signiert',
  'another document that was given has another {0} of this raffle, signed by the operator':
    'in einem anderen Dokument, das angegeben wurde, steht für diese Verlosung eine andere {0}, vom Veranstalter signiert',
  'entry {0} of the log is another {1} of this raffle, signed by the operator':
    'Eintrag {0} des Registers ist eine andere {1} dieser Verlosung, vom Veranstalter signiert',
  'entry {0} of the log is a {1} of this raffle, signed by the operator, which is not in the bundle':
    'Eintrag {0} des Registers gehört zu dieser Verlosung, ist vom Veranstalter signiert und steht nicht im Bündel: {1}',
  '{0} saw another {1} of this raffle, by a key of the operator that is not valid any more: it accuses nobody':
    '{0} hat für diese Verlosung eine andere {1} gesehen, mit einem Schlüssel des Veranstalters, der nicht mehr gilt: Das beschuldigt niemanden',
  'another document that was given has another {0} of this raffle, by a key of the operator that is not valid any more: it accuses nobody':
    'in einem anderen Dokument, das angegeben wurde, steht für diese Verlosung eine andere {0}, mit einem Schlüssel des Veranstalters, der nicht mehr gilt: Das beschuldigt niemanden',
  'the winner of prize {0} was replaced, {1} by {2}: {3}':
    'bei Gewinn {0} wurde der Gewinner ersetzt, {1} durch {2}: {3}',
  'a checkpoint is of "{0}", and the operator’s log is "{1}"':
    'ein Prüfpunkt gehört zu „{0}“, und das Register des Veranstalters ist „{1}“',
  'the checkpoint of a log of {0} entries is not signed by the log’s key':
    'der Prüfpunkt eines Registers (Einträge: {0}) ist nicht mit dem Schlüssel des Registers signiert',
  'the proof of {0} does not lead to the checkpoint of a log of {1} entries':
    'der Nachweis ({0}) führt nicht zum Prüfpunkt eines Registers (Einträge: {1})',
  'there is a proof of {0}, and no such statement':
    'es gibt einen Nachweis, aber keine solche Erklärung: {0}',
  'its key signed a checkpoint of {0} entries that are not the first of its {1} entries':
    'der Schlüssel des Registers hat einen Prüfpunkt signiert, dessen Einträge (Zahl: {0}) nicht die ersten des Registers sind (Einträge: {1})',
  'its key signed two checkpoints of a log of {0} entries with different roots':
    'der Schlüssel des Registers hat zwei Prüfpunkte mit derselben Zahl von Einträgen ({0}) und verschiedenen Wurzeln signiert',
  'the cosignature of witness {0} does not verify': 'die Mitsignatur des Zeugen {0} ist nicht gültig',
  'all {0} stand under the checkpoint of a log of {1} entries':
    'alle Erklärungen (Zahl: {0}) stehen unter dem Prüfpunkt eines Registers (Einträge: {1})',
  'there is no log in the bundle, and none was given beside it':
    'im Bündel ist kein Register, und es wurde auch keines daneben angegeben',
  'no checkpoint covers every statement': 'kein Prüfpunkt deckt jede Erklärung ab',
  'nothing shows that {0} is in it': 'nichts belegt, dass im Register steht: {0}',
  '{0} of {1} witnesses cosigned a checkpoint that covers every statement':
    'Zeugen, die einen Prüfpunkt mitsigniert haben, der jede Erklärung abdeckt: {0} von {1}',
  'fewer than {0} witnesses cosigned the entries of the log':
    'die Zahl der Zeugen, die die Einträge des Registers mitsigniert haben, ist kleiner als {0}',
  'the quorum of the trust file can be reached by two halves of the witnesses that were each shown another history':
    'das Quorum der Vertrauensdatei können zwei Hälften der Zeugen erreichen, denen je ein anderer Verlauf gezeigt wurde',
  'the trust file has no witness that counts': 'die Vertrauensdatei enthält keinen Zeugen, der zählt',
  'the trust file does not have the key of the log "{0}"':
    'die Vertrauensdatei enthält den Schlüssel des Registers „{0}“ nicht',
  'the trust file does not say which log is that of "{0}"':
    'die Vertrauensdatei sagt nicht, welches Register das von „{0}“ ist',
  'the entries of the log do not have every statement':
    'nicht jede Erklärung steht in den Einträgen des Registers',
  'the log was not read, and may have another commitment of this raffle in it: give the log as well':
    'das Register wurde nicht gelesen, und vielleicht steht darin noch eine andere Festlegung dieser Verlosung: Geben Sie auch das Register an',
  'the log was read, and does not show enough: {0}':
    'das Register wurde gelesen, aber es zeigt nicht genug: {0}',
  'the operator signed a receipt under another commitment of this raffle':
    'der Veranstalter hat eine Quittung zu einer anderen Festlegung dieser Verlosung signiert',
  'the operator signed for entry {0}, and none of the {1} entries of the sealed list has this id':
    'der Veranstalter hat für Los {0} signiert, und in der versiegelten Liste (Zahl der Lose: {1}) steht kein Los mit dieser Nummer',
  'the operator signed for entry {0}, and the sealed list has it as {1:word}, not as {2:word}':
    'der Veranstalter hat für Los {0} signiert, und in der versiegelten Liste steht es als {1}, nicht als {2}',
  'the operator signed for entry {0}, and the sealed list has it with another nonce':
    'der Veranstalter hat für Los {0} signiert, und in der versiegelten Liste steht es mit einer anderen Nonce',
  'of {0} withdrawn receipts the operator took {1} back alone: nothing shows that their buyers agreed':
    'zurückgenommene Quittungen: {0}, davon vom Veranstalter allein zurückgenommen: {1}; nichts belegt, dass deren Käufer zugestimmt haben',
  'the receipt of entry {0} is dated {1}, and the list was sealed at {2}':
    'die Quittung für Los {0} trägt das Datum {1}, und die Liste wurde am {2} versiegelt',
  'draw {0} is dated before draw {1}': 'Auslosung {0} trägt ein früheres Datum als Auslosung {1}',
  'entry {0} won more than once, and the record does not show that winners leave the pool':
    'Los {0} hat mehr als einmal gewonnen, und das Protokoll zeigt nicht, dass Gewinner aus dem Lostopf ausscheiden',
  'entry {0} won twice': 'Los {0} hat zweimal gewonnen',
  'the pool goes from {0} to {1} after draw {2}; one winner leaves it at a time':
    'nach Auslosung {2} geht die Zahl der Lose im Lostopf von {0} auf {1}; jedes Mal scheidet ein Gewinner aus',
  'total_draws is not the number of draws': 'total_draws ist nicht die Zahl der Auslosungen',
  'two draws have the id {0}': 'zwei Auslosungen haben die Kennung {0}',
  'two draws have the same rng_seed_hash': 'zwei Auslosungen haben denselben rng_seed_hash',
  'nobody signed the draw {0} of the record': 'niemand hat die Auslosung {0} des Protokolls signiert',
  'the record leaves out draws that were signed': 'das Protokoll lässt Auslosungen weg, die signiert wurden',
  'the record says something else than was signed at {0}':
    'das Protokoll sagt an der Stelle {0} etwas anderes, als signiert wurde',
  'the record says something else than was signed at {0}: {1}':
    'das Protokoll sagt an der Stelle {0} etwas anderes, als signiert wurde: {1}',
  'the record does not have the form that the specification gives: {0}':
    'das Protokoll hat nicht die Form, die die Spezifikation vorgibt: {0}',
  'signature_hash of draw {0} is the SHA-256 of empty input':
    'signature_hash der Auslosung {0} ist der SHA-256 einer leeren Eingabe',
  'its form has to be mended first': 'zuerst muss die Form berichtigt werden',
  'no record was given': 'es wurde kein Protokoll angegeben',
  'it shows one draw of {0}': 'es zeigt eine Auslosung von insgesamt {0}',
  'there is no commitment to compare it with': 'es gibt keine Festlegung, mit der es sich vergleichen ließe',
  'the seed of {0} is not the one that was committed to':
    'die Zahl des Veranstalters ist nicht die, die vorher festgelegt war: {0}',
  'the seed of {0} is not the one that was committed to: {1}':
    'die Zahl des Veranstalters ({0}) ist nicht die, die vorher festgelegt war: {1}',
  'the public seed of prize {0} does not have its rng_seed_hash':
    'die öffentliche Zahl des Veranstalters für Gewinn {0} ergibt nicht den zugehörigen rng_seed_hash',
  'two prizes have the same draw_id': 'zwei Gewinne haben dieselbe draw_id',
  'two prizes have the same rng_seed_hash': 'zwei Gewinne haben denselben rng_seed_hash',
  'draw_at_utc is less than {0} s after the entries close':
    'draw_at_utc liegt weniger als {0} s nach dem Teilnahmeschluss',
  '{0} is dated after its statement': '{0} trägt ein späteres Datum als die zugehörige Erklärung',
  '{0} is dated before it could be made': '{0} trägt ein Datum, zu dem das noch nicht möglich war',
  '{0} is not the next attempt, {1}': '{0} ist nicht der nächste Versuch (das wäre {1})',
  '{0} is of no draw': '{0} gehört zu keiner Auslosung',
  '{0} follows a cancellation': '{0} folgt auf eine Absage',
  '{0} is dated before the one it follows': '{0} trägt ein früheres Datum als die Erklärung davor',
  '{0} is out of place: the commitment comes first':
    '{0} steht an der falschen Stelle: An die erste gehört die Festlegung',
  '{0} is out of place: the seal comes second':
    '{0} steht an der falschen Stelle: An die zweite gehört das Siegel',
  '{0} does not follow the one before it': '{0} folgt nicht auf die Erklärung davor',
  '{0} stands in place {1}': '{0} steht an Stelle {1}',
  '{0} has another {1} than the first': '{0}: {1} ist anders als in der ersten Erklärung',
  '{0} has another {1} than the commitment': '{0}: {1} ist anders als in der Festlegung',
  '{0} is a draw more than there are prizes': '{0} ist eine Auslosung mehr, als es Gewinne gibt',
  '{0} comes before the last draw': '{0} kommt vor der letzten Auslosung',
  'the commitment is not dated before the entries close':
    'die Festlegung trägt kein Datum vor dem Teilnahmeschluss',
  'the draw in place {0} is of prize {1}': 'die Auslosung an Stelle {0} gehört zu Gewinn {1}',
  'the seal is dated before the entries close': 'das Siegel trägt ein Datum vor dem Teilnahmeschluss',
  'the seal is not dated before the first draw': 'das Siegel trägt kein Datum vor der ersten Auslosung',
  'the seal is not dated before the randomness could be known':
    'das Siegel trägt kein Datum vor der Zeit, ab der die Zufallszahl bekannt sein konnte',
  '{0} of {1} prizes are drawn': 'ausgeloste Gewinne: {0} von {1}',
  '{0} of {1} prizes is drawn': 'ausgeloste Gewinne: {0} von {1}',
  '{0}: it is dated {1}, when its key is not valid':
    '{0}: Das Datum ist {1}, und zu dieser Zeit ist der Schlüssel nicht gültig',
  '{0}: the signature is not of the operator’s key':
    '{0}: Die Signatur ist nicht vom Schlüssel des Veranstalters',
  '{0}: its key was revoked, and nobody saw it before that':
    '{0}: Der Schlüssel wurde widerrufen, und niemand hat die Erklärung vorher gesehen',
  '{0}: the trust file does not have the key {1} of "{2}"':
    '{0}: Die Vertrauensdatei enthält den Schlüssel {1} von „{2}“ nicht',
  '{0}: the trust file does not have the operator "{1}"':
    '{0}: Die Vertrauensdatei enthält den Veranstalter „{1}“ nicht',
  '{0} cannot be read, so nobody knows whose it is':
    '{0} ist nicht lesbar, also weiß niemand, von wem das ist',
  'the trust file does not have the key {0} of "{1}"':
    'die Vertrauensdatei enthält den Schlüssel {0} von „{1}“ nicht',
  'the trust file does not have the operator "{0}"':
    'die Vertrauensdatei enthält den Veranstalter „{0}“ nicht',
  'the trust file does not have the chain {0}': 'die Vertrauensdatei enthält die Kette {0} nicht',
  'the signature is not of the operator’s key': 'die Signatur ist nicht vom Schlüssel des Veranstalters',
  'its key was revoked, and nothing shows that it was there before':
    'der Schlüssel dazu wurde widerrufen, und nichts belegt, dass dies vorher schon da war',
  'its key was not valid any more when it was seen':
    'der Schlüssel dazu galt nicht mehr, als dies gesehen wurde',
  'no entry is left for {0}': 'für {0} ist kein Los mehr übrig',
  '{0} is not made from the entries that were left': '{0} beruht nicht auf den Losen, die noch übrig waren',
  '{0} takes the entry in place {1} of the list (index {2}), and the rule gives the one in place {3} (index {4})':
    '{0}: veröffentlicht ist das Los auf Platz {1} der Liste (Index {2}), die Regel ergibt das auf Platz {3} (Index {4})',
  'the committed beacon is not in the bundle': 'die festgelegte öffentliche Zufallszahl ist nicht im Bündel',
  'there is no commitment': 'es gibt keine Festlegung',
  'there is no seal': 'es gibt kein Siegel',
  'there is no seed for {0}, or no such pick':
    'für {0} gibt es keine Zahl des Veranstalters, oder es gibt keine solche Ziehung',
  'it is not in the bundle': 'das ist nicht im Bündel',
  'the commitment names no beacon': 'die Festlegung nennt keine öffentliche Zufallszahl',
  'the commitment or the seal is missing': 'die Festlegung oder das Siegel fehlt',
  'someone else saw the commitment and the seal in time: {0}':
    'jemand anders hat die Festlegung und das Siegel rechtzeitig gesehen: {0}',
  'there was no second commitment or seal: {0}':
    'es gab keine zweite Festlegung und kein zweites Siegel: {0}',
  '{0} saw the commitment at {1} and the seal at {2}':
    '{0} hat die Festlegung am {1} und das Siegel am {2} gesehen',
  '{0} saw the commitment at {1} and {2} saw the seal at {3}':
    '{0} hat die Festlegung am {1} gesehen, und {2} hat das Siegel am {3} gesehen',
  '{0} time-stamped the commitment at {1} and the seal at {2}':
    '{0} hat die Festlegung am {1} und das Siegel am {2} mit einem Zeitstempel versehen',
  'witnesses {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}':
    'das Register wurde von Zeugen ({0}) mitsigniert, am {1} mit der Festlegung darin und am {2} mit dem Siegel darin',
  'organisations {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}':
    'das Register wurde von Organisationen ({0}) mitsigniert, am {1} mit der Festlegung darin und am {2} mit dem Siegel darin',
  'witnesses {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}, and no other commitment or list of this raffle that the operator signed with a valid key is in the log of {3} entries':
    'das Register wurde von Zeugen ({0}) mitsigniert, am {1} mit der Festlegung darin und am {2} mit dem Siegel darin, und im Register (Einträge: {3}) steht keine andere Festlegung oder Liste dieser Verlosung, die der Veranstalter mit einem gültigen Schlüssel signiert hat',
  'organisations {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}, and no other commitment or list of this raffle that the operator signed with a valid key is in the log of {3} entries':
    'das Register wurde von Organisationen ({0}) mitsigniert, am {1} mit der Festlegung darin und am {2} mit dem Siegel darin, und im Register (Einträge: {3}) steht keine andere Festlegung oder Liste dieser Verlosung, die der Veranstalter mit einem gültigen Schlüssel signiert hat',
  'no observation shows the commitment with the operator’s signature':
    'keine Beobachtung zeigt die Festlegung mit der Signatur des Veranstalters',
  'no observation shows the seal with the operator’s signature':
    'keine Beobachtung zeigt das Siegel mit der Signatur des Veranstalters',
  'no observation shows the commitment with the operator’s signature; witnesses do not read what they cosign: give the log’s entries as well':
    'keine Beobachtung zeigt die Festlegung mit der Signatur des Veranstalters; Zeugen lesen nicht, was sie mitsignieren: Geben Sie auch die Einträge des Registers an',
  'no observation and no witnessed log shows the commitment with the operator’s signature':
    'keine Beobachtung und kein bezeugtes Register zeigt die Festlegung mit der Signatur des Veranstalters',
  'no observation and no witnessed log shows the seal with the operator’s signature':
    'keine Beobachtung und kein bezeugtes Register zeigt das Siegel mit der Signatur des Veranstalters',
  'no observation, no time-stamp and no witnessed log shows the commitment with the operator’s signature':
    'keine Beobachtung, kein Zeitstempel und kein bezeugtes Register zeigt die Festlegung mit der Signatur des Veranstalters',
  'no observation, no time-stamp and no witnessed log shows the seal with the operator’s signature':
    'keine Beobachtung, kein Zeitstempel und kein bezeugtes Register zeigt das Siegel mit der Signatur des Veranstalters',
  'the commitment was seen at {0}, and entries closed at {1}':
    'die Festlegung wurde am {0} gesehen, und Teilnahmeschluss war am {1}',
  'the seal was seen at {0}, which is too late': 'das Siegel wurde am {0} gesehen, und das ist zu spät',
  'the time of the round is not known: its chain is not in the trust file':
    'die Zeit der Runde ist nicht bekannt: Die Kette der Runde steht nicht in der Vertrauensdatei',
  'an observation is dated {0}, which is after now':
    'eine Beobachtung trägt das Datum {0}, das in der Zukunft liegt',
  'an observation is not signed by an observer of the trust file':
    'eine Beobachtung ist nicht von einem Beobachter signiert, den die Vertrauensdatei nennt',
  'an observation is of raffle {0}': 'eine Beobachtung gehört zur Verlosung {0}',
  'the clock of {0} is wrong: at {1} it saw a draw, before its round was out':
    '{0} hat eine Uhr, die falsch geht: Nach dieser Uhr wurde am {1} eine Auslosung gesehen, bevor deren Runde erschienen war',
  'the clock of {0} is wrong: at {1} it saw the seal, before entries closed':
    '{0} hat eine Uhr, die falsch geht: Nach dieser Uhr wurde am {1} das Siegel gesehen, vor dem Teilnahmeschluss',
  'the clock of {0} is wrong: at {1} it stamped the seal, before entries closed':
    '{0} hat eine Uhr, die falsch geht: Nach dieser Uhr bekam das Siegel am {1} einen Zeitstempel, vor dem Teilnahmeschluss',
  'a time-stamp does not count: {0}': 'ein Zeitstempel zählt nicht: {0}',
  '{0} is not proven': '{0} ist nicht bewiesen',
  'stopped by {0}': 'aufgehalten durch {0}',
  'there was no second commitment for this draw': 'für diese Auslosung gab es keine zweite Festlegung',
  'someone else saw the commitment before the random number could be known':
    'jemand anders hat die Festlegung gesehen, bevor die Zufallszahl bekannt sein konnte',
  'everything that decides the winner was fixed beforehand':
    'alles, was über den Gewinner entscheidet, war vorher festgelegt',
  'the draws reach level {0}, unsteerable': 'die Auslosungen erreichen Stufe {0}, nicht steuerbar',
  'the draws reach level {0}, witnessed': 'die Auslosungen erreichen Stufe {0}, bezeugt',
}
