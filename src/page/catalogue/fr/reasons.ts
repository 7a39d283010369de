/**
 * Why claims end as they do, and what was found, by the words of reports. `{0}` stands for a value: see translator.ts.
 *
 * @packageDocumentation
 */
import type { Phrases } from '../translator.js'

export const reasons: Phrases = {
  'the draw of prize {0:number}': 'le tirage du lot {0}',
  'replacement {0:number} of prize {1:number}': 'le remplacement {0} du lot {1}',
  'statement {0:number} (commitment)': 'la déclaration {0} (engagement)',
  'statement {0:number} (seal)': 'la déclaration {0} (scellement)',
  'statement {0:number} (draw)': 'la déclaration {0} (tirage)',
  'statement {0:number} (replacement)': 'la déclaration {0} (remplacement)',
  'statement {0:number} (cancellation)': 'la déclaration {0} (annulation)',
  'statement {0:number}': 'la déclaration {0}',
  'which {0:value} would count': 'quelle valeur de {0} compterait',
  'the order of the {0:value}': 'l’ordre de {0}',
  'the randomness of the {0:value}': 'le nombre aléatoire de {0}',
  'the signature of the {0:value}': 'la signature de {0}',
  'the round of the {0:value}': 'le numéro de tour de {0}',
  'what follows from the {0:values}': 'ce qui découle de {0}',
  paid: 'payant',
  free: 'gratuit',
  'the rule gives something else than the published {0:values}':
    'la règle donne autre chose que ce qui a été publié pour\u00A0: {0}',
  'the rule gives something else than the published {0:values}: {1}':
    'la règle donne autre chose que ce qui a été publié pour {0}\u00A0: {1}',
  'the rule cannot be carried out: {0}': 'la règle ne peut pas être appliquée\u00A0: {0}',
  'the {0:values} does not verify': 'la vérification échoue pour {0}',
  'the proof is of another output than the published {0:values}':
    'la preuve porte sur une autre sortie que celle publiée pour {0}',
  'the {0:value} has to be less than {1}': 'la valeur {0} doit être inférieure à {1}',
  'the {0:value} has to be at most {1}': 'la valeur {0} ne doit pas dépasser {1}',
  'the {0:value} has to be earlier than {1}': 'la valeur {0} doit être antérieure à {1}',
  'the {0:value} has to be at or before {1}': 'la valeur {0} ne doit pas être postérieure à {1}',
  'what follows from the {0:values} has to be less than {1}':
    'ce qui découle de {0} doit être inférieur à {1}',
  'what follows from the {0:values} has to be at most {1}': 'ce qui découle de {0} ne doit pas dépasser {1}',
  'what follows from the {0:values} has to be earlier than {1}':
    'ce qui découle de {0} doit être antérieur à {1}',
  'what follows from the {0:values} has to be at or before {1}':
    'ce qui découle de {0} ne doit pas être postérieur à {1}',
  'the two look alike and are written with other code points':
    'les deux se ressemblent, mais s’écrivent avec des caractères différents (points de code)',
  'the expected digest is the found one in reverse byte order':
    'l’empreinte attendue est l’empreinte trouvée, avec les octets dans l’ordre inverse',
  'the expected digest is the found one hashed again':
    'l’empreinte attendue est l’empreinte trouvée, hachée encore une fois',
  'the found digest is the expected one hashed again':
    'l’empreinte trouvée est l’empreinte attendue, hachée encore une fois',
  'the expected digest is that of the same bytes as lower-case hex text':
    'l’empreinte attendue est celle des mêmes octets écrits en texte hexadécimal minuscule',
  'the expected digest is that of the same bytes as upper-case hex text':
    'l’empreinte attendue est celle des mêmes octets écrits en texte hexadécimal majuscule',
  'the expected digest is that of the same bytes with a newline at the end':
    'l’empreinte attendue est celle des mêmes octets avec un saut de ligne à la fin',
  'the expected digest is that of the same bytes without the newline at the end':
    'l’empreinte attendue est celle des mêmes octets sans le saut de ligne à la fin',
  'the expected digest is that of the same bytes with CRLF line ends instead of LF':
    'l’empreinte attendue est celle des mêmes octets avec des fins de ligne CRLF au lieu de LF',
  'the expected digest is that of the same bytes with LF line ends instead of CRLF':
    'l’empreinte attendue est celle des mêmes octets avec des fins de ligne LF au lieu de CRLF',
  'the expected digest is that of the same bytes without the byte order mark':
    'l’empreinte attendue est celle des mêmes octets sans l’indicateur d’ordre des octets (BOM)',
  'the expected digest is that of the same bytes after a byte order mark':
    'l’empreinte attendue est celle des mêmes octets précédés d’un indicateur d’ordre des octets (BOM)',
  'the signature of the round before was not published; drand serves it with this one as previous_signature':
    'la signature du tour précédent n’a pas été publiée\u202F; drand la fournit avec celle-ci sous le nom previous_signature',
  'this chain signs no previous signature, and one was published':
    'cette chaîne ne signe pas de signature précédente, et il en a été publié une',
  'the previous signature cannot be one of this chain':
    'la signature précédente ne peut pas être une signature de cette chaîne',
  'the signature is not a point of the chain’s group in its one encoding':
    'la signature n’est pas un point du groupe de la chaîne dans son unique codage',
  'the signature is not the chain’s over this round':
    'la signature n’est pas celle de la chaîne pour ce tour',
  'the randomness is not the hash of the signature':
    'le nombre aléatoire n’est pas le hachage de la signature',
  'the signature of round {0} was not published; drand has it at {1}':
    'la signature du tour {0} n’a pas été publiée\u202F; drand la donne à l’adresse {1}',
  'the recipe brings the chain {0} with the one key {1}, which is not in your trust file: whoever has its key makes its rounds':
    'la recette apporte la chaîne {0} avec une seule clé, {1}, qui n’est pas dans votre fichier de confiance\u00A0: quiconque a la clé de cette chaîne en fait les nombres aléatoires',
  'not published: {0:values}': 'non publié\u00A0: {0}',
  'both are empty': 'les deux sont vides',
  'the {0:value} is empty': 'la valeur {0} est vide',
  'it would take {0}': 'il faudrait ceci\u00A0: {0}',
  'it would take evidence from elsewhere': 'il faudrait des justificatifs venus d’ailleurs',
  'the public key came with the draw; put the key, obtained elsewhere, into the recipe':
    'la clé publique est venue avec le tirage\u202F; mettez dans la recette la clé, obtenue ailleurs',
  'the trust file has no key of {0}; drawaudit trust add --signer adds one, and --trust gives the file':
    'le fichier de confiance n’a aucune clé de {0}\u202F; drawaudit trust add --signer en ajoute une, et --trust indique le fichier',
  'the trust file has no key of {0} for {1}; drawaudit trust add --signer adds one, and --trust gives the file':
    'le fichier de confiance n’a aucune clé de {0} pour {1}\u202F; drawaudit trust add --signer en ajoute une, et --trust indique le fichier',
  'the {0} engine cannot verify {1}; the native engine can, and in a browser verifyPublishedOnWeb':
    'le moteur {0} ne peut pas vérifier {1}\u202F; le moteur natif (native) le peut, et dans un navigateur verifyPublishedOnWeb',
  'only the organiser says when it was published': 'seul l’organisateur dit quand cela a été publié',
  'nobody was asked to look for one, as far as this shows':
    'on n’a demandé à personne d’en chercher un, pour autant que ceci le montre',
  'no observation of {0} was given': 'aucune observation de {0} n’a été donnée',
  'its address has the {0:value} in it, which was not published':
    'son adresse contient {0}, une valeur qui n’a pas été publiée',
  'no address can be made of this {0:value}':
    'aucune adresse ne peut être formée avec cette valeur\u00A0: {0}',
  'what stands at {0} does not fix {1:values}': 'ce qui se trouve à l’adresse {0} ne fixe pas {1}',
  'it is not shown that the winner follows from what was published':
    'il n’est pas démontré que le gagnant découle de ce qui a été publié',
  'nothing from outside the organiser’s hands decides the winner':
    'rien d’extérieur à l’organisateur ne décide du gagnant',
  'anyone could try out the {0:value}': 'n’importe qui pouvait faire des essais avec {0}',
  'nothing that was published beforehand fixes {0:values}':
    'rien de ce qui a été publié d’avance ne fixe {0}',
  'nothing fixes the order of {0:values}': 'rien ne fixe l’ordre de {0}',
  'nothing shows where {0:values} really came from': 'rien ne montre d’où vient réellement ceci\u00A0: {0}',
  'nothing shows when the {0:value} could be known':
    'rien ne montre à partir de quand on pouvait connaître {0}',
  'when the {0:value} could be known shows in the header of its block: give it with --headers FILE':
    'le moment à partir duquel on pouvait connaître {0} figure dans l’en-tête de son bloc\u00A0: donnez cet en-tête avec --headers FILE',
  'a commitment may fit another value too: {0}':
    'un engagement peut correspondre aussi à une autre valeur\u00A0: {0}',
  '{0} saw it at {1}, at {2}': 'cela a été vu par {0} à l’adresse {1}, le {2}',
  '{0} stamped it at {1}': 'cela a été horodaté par {0} le {1}',
  'the time-stamper {0}': 'le service d’horodatage {0}',
  '{0} saw it at {1}, and it had to be seen by {2}':
    'cela a été vu par {0} le {1}, et devait être vu au plus tard le {2}',
  '{0} stamped it at {1}, and it had to be seen by {2}':
    'cela a été horodaté par {0} le {1}, et devait être vu au plus tard le {2}',
  '{0} saw another {1:value} at {2}, at {3}: the organiser may have changed it, or {4} may be wrong':
    '{0} a vu autre chose pour {1} à l’adresse {2}, le {3}\u00A0: l’organisateur l’a peut-être modifié, ou {4} se trompe peut-être',
  '{0} saw there at {1} what cannot be read: {2}': '{0} y a vu le {1} quelque chose d’illisible\u00A0: {2}',
  '{0} saw there at {1} another {2:value}': '{0} y a vu le {1} autre chose pour {2}',
  '{0} saw there at {1} no {2:value}': '{0} n’y a rien vu le {1} pour {2}',
  'the file that {0} stamped has another {1:value}': 'le fichier horodaté par {0} a autre chose pour {1}',
  'the file that {0} stamped has no {1:value}': 'le fichier horodaté par {0} n’a rien pour {1}',
  'a time-stamp is of no file that was given as published':
    'un horodatage ne porte sur aucun des fichiers donnés comme publiés',
  'your trust file pins another block {0} than drawaudit does':
    'votre fichier de confiance fixe comme référence un autre bloc {0} que drawaudit',
  'no block of {0} from {1} on is pinned; pin this one, as you have it from elsewhere: drawaudit trust add --block {2}':
    'aucun bloc de {0} à partir du bloc {1} n’est fixé comme référence\u202F; fixez celui-ci, tel que vous l’avez obtenu ailleurs\u00A0: drawaudit trust add --block {2}',
  'no block of {0} from {1} on is pinned; pin this one, or a later one, as you have it from elsewhere: drawaudit trust add --block {2}, give the headers from this block to that one with --headers FILE':
    'aucun bloc de {0} à partir du bloc {1} n’est fixé comme référence\u202F; fixez celui-ci, ou un bloc ultérieur, tel que vous l’avez obtenu ailleurs\u00A0: drawaudit trust add --block {2}, et donnez les en-têtes de ce bloc-ci à ce bloc-là avec --headers FILE',
  'block {0} of {1} is not pinned: drawaudit trust add --block {2}, as you have it from elsewhere':
    'le bloc {0} de {1} n’est pas fixé comme référence\u00A0: drawaudit trust add --block {2}, tel que vous l’avez obtenu ailleurs',
  'give the headers from block {0} to block {1} (pinned by drawaudit) with --headers FILE':
    'donnez les en-têtes du bloc {0} au bloc {1} (référence fixée par drawaudit) avec --headers FILE',
  'give the headers from block {0} to block {1} (pinned by your trust file) with --headers FILE':
    'donnez les en-têtes du bloc {0} au bloc {1} (référence fixée par votre fichier de confiance) avec --headers FILE',
  'of the {0} headers that were given none is that of block {1}, with the hash {2}; {3}':
    'parmi les en-têtes donnés ({0}), aucun n’est celui du bloc {1}, dont le hachage est {2}\u202F; {3}',
  'the headers that were given lead from block {0} down to block {1}, and that of block {2}, with the hash {3}, is not among them, or is damaged; {4}':
    'les en-têtes donnés descendent du bloc {0} au bloc {1}, et celui du bloc {2}, dont le hachage est {3}, n’y est pas ou est endommagé\u202F; {4}',
  'the headers that were given lead to block {0}; {1}': 'les en-têtes donnés mènent au bloc {0}\u202F; {1}',
  'give the headers from block {0} to block {1} or a later one, with --headers FILE; block {2} is pinned by drawaudit':
    'donnez les en-têtes du bloc {0} au bloc {1} ou à un bloc ultérieur, avec --headers FILE\u202F; le bloc {2} est une référence fixée par drawaudit',
  'give the headers from block {0} to block {1} or a later one, with --headers FILE; block {2} is pinned by your trust file':
    'donnez les en-têtes du bloc {0} au bloc {1} ou à un bloc ultérieur, avec --headers FILE\u202F; le bloc {2} est une référence fixée par votre fichier de confiance',
  'block {0} of {1}, pinned by drawaudit': 'bloc {0} de {1}, référence fixée par drawaudit',
  'block {0} of {1}, pinned by your trust file':
    'bloc {0} de {1}, référence fixée par votre fichier de confiance',
  'block {0} of {1}, {2} below block {3}, to which its headers lead; pinned by drawaudit':
    'bloc {0} de {1}, {2} plus bas que le bloc {3}, auquel mènent ses en-têtes\u202F; référence fixée par drawaudit',
  'block {0} of {1}, {2} below block {3}, to which its headers lead; pinned by your trust file':
    'bloc {0} de {1}, {2} plus bas que le bloc {3}, auquel mènent ses en-têtes\u202F; référence fixée par votre fichier de confiance',
  'the hash is another than that of {0}': 'le hachage n’est pas celui de ce bloc\u00A0: {0}',
  'the hash is another than that of {0}, unless that pin is wrong':
    'à moins que cette référence ne soit fausse, le hachage n’est pas celui de ce bloc\u00A0: {0}',
  '{0} blocks follow it, fewer than {1}; {2}':
    'blocs qui le suivent\u00A0: {0}, soit moins que {1}\u202F; {2}',
  '{0} parts of varying length are joined without a separator or a length, so that different values can give the same bytes':
    'des parties de longueur variable ({0}) sont mises bout à bout sans séparateur ni longueur, si bien que des valeurs différentes peuvent donner les mêmes octets',
  'parts are joined with no separator, so that different values can give the same text':
    'des parties sont mises bout à bout sans séparateur, si bien que des valeurs différentes peuvent donner le même texte',
  'parts are joined with the separator {0}, which also stands in a part, so that different values can give the same text':
    'des parties sont jointes par le séparateur {0}, qui figure aussi dans une partie, si bien que des valeurs différentes peuvent donner le même texte',
  'with {0} left only the first {1} can be drawn':
    's’il en reste {0}, le tirage ne peut désigner que les premiers\u00A0: {1} en tout',
  'the {0:value} holds hashes of personal data without a salt: whoever guesses the data can confirm the guess':
    '{0} contient des hachages de données personnelles sans sel\u00A0: quiconque devine ces données peut vérifier qu’il a deviné juste',
  'the {0:value} holds personal data, published as it is':
    '{0} contient des données personnelles, publiées telles quelles',
  'a number of {0} bits is reduced by modulo: no chance is off by more than {1} in {2}':
    'un nombre de {0} bits est réduit par modulo\u00A0: aucune chance n’est faussée de plus de {1} sur {2}',
  'a number of {0} bits is reduced by modulo: no chance is off by more than {1} in {2}, which is negligible':
    'un nombre de {0} bits est réduit par modulo\u00A0: aucune chance n’est faussée de plus de {1} sur {2}, ce qui est négligeable',
  'a number of {0} bits is scaled down: no chance is off by more than {1} in {2}':
    'un nombre de {0} bits est ramené à une échelle plus petite\u00A0: aucune chance n’est faussée de plus de {1} sur {2}',
  'a number of {0} bits is scaled down: no chance is off by more than {1} in {2}, which is negligible':
    'un nombre de {0} bits est ramené à une échelle plus petite\u00A0: aucune chance n’est faussée de plus de {1} sur {2}, ce qui est négligeable',
  'nothing checks the {0:value}': 'rien ne vérifie {0}',
  '{0} occurs more than once among the {1:value}': '{0} figure plus d’une fois dans {1}',
  'the chain signs the signature before, which is missing':
    'la chaîne signe la signature précédente, qui manque',
  'there is a signature before, which this chain does not sign':
    'il y a une signature précédente, que cette chaîne ne signe pas',
  'the signature before has another length, or is not the genesis seed':
    'la signature précédente a une autre longueur, ou n’est pas la valeur de départ de la chaîne (genesis seed)',
  'the signature is no point of its group': 'la signature n’est pas un point de son groupe',
  'the signature is not of the chain’s key over this round':
    'la signature n’est pas celle de la clé de la chaîne pour ce tour',
  'public randomness was used, and the commitment names none':
    'un nombre aléatoire public a été utilisé, et l’engagement n’en nomme aucun',
  'the public randomness is not of the round that the commitment names':
    'le nombre aléatoire public n’est pas celui que nomme l’engagement',
  'the round that was committed to is not the first at or after {0}':
    'le nombre aléatoire désigné d’avance n’est pas le premier prévu le {0} ou après',
  'it was cancelled when the winners could be known to the operator':
    'elle a été annulée alors que l’organisateur pouvait connaître les gagnants',
  'the raffle was cancelled at {0}, when its winners could be known':
    'la tombola a été annulée le {0}, alors que ses gagnants pouvaient être connus',
  'the raffle was cancelled': 'la tombola a été annulée',
  'the raffle was cancelled before its list was sealed':
    'la tombola a été annulée avant que sa liste ne soit scellée',
  'the raffle was cancelled before its round': 'la tombola a été annulée avant son nombre aléatoire',
  'the raffle was cancelled after the seal, and nobody saw that before the round':
    'la tombola a été annulée après le scellement, et personne ne l’a vu avant le nombre aléatoire',
  'the cancellation is dated before the winners could be known, and nothing shows that anybody saw it before the round':
    'l’annulation porte une date antérieure au moment où les gagnants pouvaient être connus, et rien ne montre que quelqu’un l’a vue avant le nombre aléatoire',
  'entry {0} stands at {1} and at {2}': 'le billet {0} est à la place {1} et à la place {2}',
  'line {0} of the list is no entry: {1}': 'la ligne {0} de la liste n’est pas un billet\u00A0: {1}',
  'paid and free entries together are not the total':
    'les billets payants et gratuits ensemble ne font pas le total',
  'the list does not have the sealed root': 'la liste n’a pas la racine scellée',
  'the list has another {0} than was sealed': 'pour {0}, la liste donne autre chose que ce qui a été scellé',
  'the proof of {0} does not lead to the sealed root': 'la preuve pour {0} ne mène pas à la racine scellée',
  'the proof of {0} has another {1}': 'la preuve pour {0} a une autre valeur de {1}',
  '{0} names another entry than stands at {1}': '{0} désigne un autre billet que celui de la place {1}',
  'there are more entries than the commitment allows': 'il y a plus de billets que l’engagement n’en permet',
  'winner {0} is of no pick': 'le gagnant {0} n’est celui d’aucun tirage ni remplacement',
  'the file is not the one that the bundle names': 'le fichier n’est pas celui que nomment les justificatifs',
  'the bundle names no file with the list': 'les justificatifs ne nomment aucun fichier contenant la liste',
  '{0} of {1} winners have no proof': 'gagnants sans preuve\u00A0: {0} sur {1}',
  'all {0} entries were recomputed, and none stands twice':
    'tous les billets ont été recalculés ({0}), et aucun n’y est deux fois',
  'the list itself was not recomputed, so nothing shows that no entry stands twice':
    'la liste elle-même n’a pas été recalculée\u00A0: rien ne montre donc qu’aucun billet n’y est deux fois',
  'the list itself was not recomputed; {0} had read it whole at {1}, and says that no entry stands twice':
    'la liste elle-même n’a pas été recalculée\u202F; {0} l’avait lue en entier le {1}, et dit qu’aucun billet n’y est deux fois',
  'the list is not sealed': 'la liste n’est pas scellée',
  'the list is not sealed yet': 'la liste n’est pas encore scellée',
  'nobody whom the trust file knows says to have read the list':
    'personne que connaisse le fichier de confiance ne dit avoir lu la liste',
  '{0} had read the list at {1}, which is too late': '{0} avait lu la liste le {1}, ce qui est trop tard',
  'the seeds are public, and {0} had read the list at {1}':
    'les nombres de l’organisateur sont publics, et {0} avait lu la liste le {1}',
  'the seeds were secret until the draw': 'les nombres de l’organisateur sont restés secrets jusqu’au tirage',
  '{0} read another list of this raffle, of {1} entries with the root {2}':
    '{0} a lu une autre liste de cette tombola (billets\u00A0: {1}), dont la racine est {2}',
  '{0} saw another {1} of this raffle, signed by the operator, at {2}':
    '{0} a vu le {2} une autre version, signée par l’organisateur, de cette déclaration de la tombola\u00A0: {1}',
  'another document that was given has another {0} of this raffle, signed by the operator':
    'un autre document donné contient une autre version, signée par l’organisateur, de cette déclaration de la tombola\u00A0: {0}',
  'entry {0} of the log is another {1} of this raffle, signed by the operator':
    'la ligne {0} du registre est une autre version, signée par l’organisateur, de cette déclaration de la tombola\u00A0: {1}',
  'entry {0} of the log is a {1} of this raffle, signed by the operator, which is not in the bundle':
    'la ligne {0} du registre est une déclaration de cette tombola, signée par l’organisateur, qui n’est pas dans les justificatifs\u00A0: {1}',
  '{0} saw another {1} of this raffle, by a key of the operator that is not valid any more: it accuses nobody':
    '{0} a vu une autre version de cette déclaration de la tombola\u00A0: {1}\u202F; elle est signée avec une clé de l’organisateur qui n’est plus valable, et n’accuse personne',
  'another document that was given has another {0} of this raffle, by a key of the operator that is not valid any more: it accuses nobody':
    'un autre document donné contient une autre version de cette déclaration de la tombola\u00A0: {0}\u202F; elle est signée avec une clé de l’organisateur qui n’est plus valable, et n’accuse personne',
  'the winner of prize {0} was replaced, {1} by {2}: {3}':
    'le gagnant du lot {0} a été remplacé, {1} par {2}\u00A0: {3}',
  'a checkpoint is of "{0}", and the operator’s log is "{1}"':
    'une tête de registre est celle de «\u00A0{0}\u00A0», et le registre de l’organisateur est «\u00A0{1}\u00A0»',
  'the checkpoint of a log of {0} entries is not signed by the log’s key':
    'la tête d’un registre (lignes\u00A0: {0}) n’est pas signée par la clé du registre',
  'the proof of {0} does not lead to the checkpoint of a log of {1} entries':
    'la preuve pour {0} ne mène pas à la tête d’un registre (lignes\u00A0: {1})',
  'there is a proof of {0}, and no such statement': 'il y a une preuve pour {0}, mais pas cette déclaration',
  'its key signed a checkpoint of {0} entries that are not the first of its {1} entries':
    'sa clé a signé une tête de registre dont les lignes ({0}) ne sont pas les premières des siennes ({1})',
  'its key signed two checkpoints of a log of {0} entries with different roots':
    'sa clé a signé deux têtes de registre avec le même nombre de lignes ({0}) et des racines différentes',
  'the cosignature of witness {0} does not verify': 'la vérification de la cosignature du témoin {0} échoue',
  'all {0} stand under the checkpoint of a log of {1} entries':
    'toutes les déclarations ({0}) sont couvertes par la tête d’un registre (lignes\u00A0: {1})',
  'there is no log in the bundle, and none was given beside it':
    'il n’y a pas de registre dans les justificatifs, et aucun n’a été donné à côté',
  'no checkpoint covers every statement': 'aucune tête de registre ne couvre toutes les déclarations',
  'nothing shows that {0} is in it': 'rien ne montre que {0} y est',
  '{0} of {1} witnesses cosigned a checkpoint that covers every statement':
    'témoins qui ont cosigné une tête de registre couvrant toutes les déclarations\u00A0: {0} sur {1}',
  'fewer than {0} witnesses cosigned the entries of the log':
    'nombre de témoins qui ont cosigné les lignes du registre\u00A0: moins de {0}',
  'the quorum of the trust file can be reached by two halves of the witnesses that were each shown another history':
    'le quorum du fichier de confiance peut être atteint par deux moitiés des témoins à qui l’on aurait montré deux histoires différentes',
  'the trust file has no witness that counts': 'le fichier de confiance n’a aucun témoin qui compte',
  'the trust file does not have the key of the log "{0}"':
    'le fichier de confiance n’a pas la clé du registre «\u00A0{0}\u00A0»',
  'the trust file does not say which log is that of "{0}"':
    'le fichier de confiance ne dit pas quel registre est celui de «\u00A0{0}\u00A0»',
  'the entries of the log do not have every statement':
    'les lignes du registre ne contiennent pas toutes les déclarations',
  'the log was not read, and may have another commitment of this raffle in it: give the log as well':
    'le registre n’a pas été lu, et peut contenir un autre engagement de cette tombola\u00A0: donnez aussi le registre',
  'the log was read, and does not show enough: {0}':
    'le registre a été lu, et ne montre pas assez\u00A0: {0}',
  'the operator signed a receipt under another commitment of this raffle':
    'l’organisateur a signé un reçu sous un autre engagement de cette tombola',
  'the operator signed for entry {0}, and none of the {1} entries of the sealed list has this id':
    'l’organisateur a signé un reçu pour le billet {0}, et aucun des billets de la liste scellée ({1}) n’a cet identifiant',
  'the operator signed for entry {0}, and the sealed list has it as {1:word}, not as {2:word}':
    'l’organisateur a signé un reçu pour le billet {0}, et la liste scellée le donne comme {1}, et non comme {2}',
  'the operator signed for entry {0}, and the sealed list has it with another nonce':
    'l’organisateur a signé un reçu pour le billet {0}, et la liste scellée le donne avec un autre code secret (nonce)',
  'of {0} withdrawn receipts the operator took {1} back alone: nothing shows that their buyers agreed':
    'sur les reçus repris ({0}), l’organisateur seul en a repris {1}\u00A0: rien ne montre que leurs acheteurs étaient d’accord',
  'the receipt of entry {0} is dated {1}, and the list was sealed at {2}':
    'le reçu du billet {0} porte la date {1}, et la liste a été scellée le {2}',
  'draw {0} is dated before draw {1}': 'le tirage {0} porte une date antérieure à celle du tirage {1}',
  'entry {0} won more than once, and the record does not show that winners leave the pool':
    'le billet {0} a gagné plus d’une fois, et le compte rendu ne montre pas que les gagnants sont retirés des billets restants',
  'entry {0} won twice': 'le billet {0} a gagné deux fois',
  'the pool goes from {0} to {1} after draw {2}; one winner leaves it at a time':
    'le nombre de billets restants passe de {0} à {1} après le tirage {2}\u202F; un seul gagnant en est retiré à la fois',
  'total_draws is not the number of draws': 'total_draws n’est pas le nombre de tirages',
  'two draws have the id {0}': 'deux tirages ont l’identifiant {0}',
  'two draws have the same rng_seed_hash': 'deux tirages ont le même rng_seed_hash',
  'nobody signed the draw {0} of the record': 'personne n’a signé le tirage {0} du compte rendu',
  'the record leaves out draws that were signed': 'le compte rendu omet des tirages qui ont été signés',
  'the record says something else than was signed at {0}':
    'le compte rendu dit autre chose que ce qui a été signé, à cet endroit\u00A0: {0}',
  'the record says something else than was signed at {0}: {1}':
    'le compte rendu dit autre chose que ce qui a été signé, à l’endroit {0}\u00A0: {1}',
  'the record does not have the form that the specification gives: {0}':
    'le compte rendu n’a pas la forme que demande la spécification\u00A0: {0}',
  'signature_hash of draw {0} is the SHA-256 of empty input':
    'signature_hash du tirage {0} est le SHA-256 d’une entrée vide',
  'its form has to be mended first': 'sa forme doit d’abord être corrigée',
  'no record was given': 'aucun compte rendu n’a été donné',
  'it shows one draw of {0}': 'il montre un tirage sur {0}',
  'there is no commitment to compare it with': 'il n’y a pas d’engagement auquel le comparer',
  'the seed of {0} is not the one that was committed to':
    'pour {0}, le nombre de l’organisateur n’est pas celui qui avait été fixé d’avance',
  'the seed of {0} is not the one that was committed to: {1}':
    'pour {0}, le nombre de l’organisateur n’est pas celui qui avait été fixé d’avance\u00A0: {1}',
  'the public seed of prize {0} does not have its rng_seed_hash':
    'pour le lot {0}, le nombre public de l’organisateur n’a pas pour hachage le rng_seed_hash de ce lot',
  'two prizes have the same draw_id': 'deux lots ont le même draw_id',
  'two prizes have the same rng_seed_hash': 'deux lots ont le même rng_seed_hash',
  'draw_at_utc is less than {0} s after the entries close':
    'draw_at_utc est moins de {0}\u00A0s après la fin de l’inscription des billets',
  '{0} is dated after its statement': '{0} porte une date postérieure à celle de sa déclaration',
  '{0} is dated before it could be made': '{0} porte une date à laquelle ce n’était pas encore possible',
  '{0} is not the next attempt, {1}': '{0} n’est pas l’essai suivant, qui porterait le numéro {1}',
  '{0} is of no draw': '{0} ne se rapporte à aucun tirage',
  '{0} follows a cancellation': '{0} suit une annulation',
  '{0} is dated before the one it follows':
    '{0} porte une date antérieure à celle de la déclaration précédente',
  '{0} is out of place: the commitment comes first':
    '{0} n’est pas à sa place\u00A0: l’engagement vient en premier',
  '{0} is out of place: the seal comes second':
    '{0} n’est pas à sa place\u00A0: le scellement vient en deuxième',
  '{0} does not follow the one before it': '{0} ne suit pas la déclaration précédente',
  '{0} stands in place {1}': '{0} est à la place {1}',
  '{0} has another {1} than the first': '{0} donne, pour {1}, autre chose que la première déclaration',
  '{0} has another {1} than the commitment': '{0} donne, pour {1}, autre chose que l’engagement',
  '{0} is a draw more than there are prizes': '{0} est un tirage de plus qu’il n’y a de lots',
  '{0} comes before the last draw': '{0} vient avant le dernier tirage',
  'the commitment is not dated before the entries close':
    'l’engagement ne porte pas une date antérieure à la fin de l’inscription des billets',
  'the draw in place {0} is of prize {1}': 'le tirage à la place {0} est celui du lot {1}',
  'the seal is dated before the entries close':
    'le scellement porte une date antérieure à la fin de l’inscription des billets',
  'the seal is not dated before the first draw':
    'le scellement ne porte pas une date antérieure au premier tirage',
  'the seal is not dated before the randomness could be known':
    'le scellement ne porte pas une date antérieure au moment où le nombre aléatoire pouvait être connu',
  '{0} of {1} prizes are drawn': 'lots tirés\u00A0: {0} sur {1}',
  '{0} of {1} prizes is drawn': 'lot tiré\u00A0: {0} sur {1}',
  '{0}: it is dated {1}, when its key is not valid':
    '{0}\u00A0: la date est {1}, et la clé n’est pas valable à cette date',
  '{0}: the signature is not of the operator’s key':
    '{0}\u00A0: la signature n’est pas celle de la clé de l’organisateur',
  '{0}: its key was revoked, and nobody saw it before that':
    '{0}\u00A0: la clé a été révoquée, et personne n’a vu cette déclaration avant',
  '{0}: the trust file does not have the key {1} of "{2}"':
    '{0}\u00A0: le fichier de confiance n’a pas la clé {1} de «\u00A0{2}\u00A0»',
  '{0}: the trust file does not have the operator "{1}"':
    '{0}\u00A0: le fichier de confiance n’a pas l’organisateur «\u00A0{1}\u00A0»',
  '{0} cannot be read, so nobody knows whose it is':
    '{0} est illisible\u00A0: personne ne sait donc de qui c’est',
  'the trust file does not have the key {0} of "{1}"':
    'le fichier de confiance n’a pas la clé {0} de «\u00A0{1}\u00A0»',
  'the trust file does not have the operator "{0}"':
    'le fichier de confiance n’a pas l’organisateur «\u00A0{0}\u00A0»',
  'the trust file does not have the chain {0}': 'le fichier de confiance n’a pas la chaîne {0}',
  'the signature is not of the operator’s key': 'la signature n’est pas celle de la clé de l’organisateur',
  'its key was revoked, and nothing shows that it was there before':
    'sa clé a été révoquée, et rien ne montre que cela existait avant',
  'its key was not valid any more when it was seen': 'sa clé n’était plus valable au moment où cela a été vu',
  'no entry is left for {0}': 'il ne reste aucun billet pour {0}',
  '{0} is not made from the entries that were left': '{0} ne part pas des billets qui restaient',
  '{0} takes the entry in place {1} of the list (index {2}), and the rule gives the one in place {3} (index {4})':
    '{0}\u00A0: le billet publié est en place {1} de la liste (indice {2}), alors que la règle désigne celui en place {3} (indice {4})',
  'the committed beacon is not in the bundle':
    'le nombre aléatoire que désigne l’engagement n’est pas dans les justificatifs',
  'there is no commitment': 'il n’y a pas d’engagement',
  'there is no seal': 'il n’y a pas de scellement',
  'there is no seed for {0}, or no such pick':
    'il n’y a pas de nombre de l’organisateur pour {0}, ou il n’y a pas de tel tirage ou remplacement',
  'it is not in the bundle': 'ce n’est pas dans les justificatifs',
  'the commitment names no beacon': 'l’engagement ne nomme aucune source de nombres aléatoires',
  'the commitment or the seal is missing': 'l’engagement ou le scellement manque',
  'someone else saw the commitment and the seal in time: {0}':
    'quelqu’un d’autre a vu à temps l’engagement et le scellement\u00A0: {0}',
  'there was no second commitment or seal: {0}':
    'il n’y a pas eu de deuxième engagement ni de deuxième scellement\u00A0: {0}',
  '{0} saw the commitment at {1} and the seal at {2}': '{0} a vu l’engagement le {1} et le scellement le {2}',
  '{0} saw the commitment at {1} and {2} saw the seal at {3}':
    '{0} a vu l’engagement le {1} et {2} a vu le scellement le {3}',
  '{0} time-stamped the commitment at {1} and the seal at {2}':
    '{0} a horodaté l’engagement le {1} et le scellement le {2}',
  'witnesses {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}':
    'le registre a été cosigné le {1} avec l’engagement et le {2} avec le scellement, par ces témoins\u00A0: {0}',
  'organisations {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}':
    'le registre a été cosigné le {1} avec l’engagement et le {2} avec le scellement, par ces organisations\u00A0: {0}',
  'witnesses {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}, and no other commitment or list of this raffle that the operator signed with a valid key is in the log of {3} entries':
    'le registre (lignes\u00A0: {3}) a été cosigné le {1} avec l’engagement et le {2} avec le scellement, par ces témoins\u00A0: {0}\u202F; il ne contient aucun autre engagement ni aucune autre liste de cette tombola signés par l’organisateur avec une clé valide',
  'organisations {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}, and no other commitment or list of this raffle that the operator signed with a valid key is in the log of {3} entries':
    'le registre (lignes\u00A0: {3}) a été cosigné le {1} avec l’engagement et le {2} avec le scellement, par ces organisations\u00A0: {0}\u202F; il ne contient aucun autre engagement ni aucune autre liste de cette tombola signés par l’organisateur avec une clé valide',
  'no observation shows the commitment with the operator’s signature':
    'aucune observation ne montre l’engagement avec la signature de l’organisateur',
  'no observation shows the seal with the operator’s signature':
    'aucune observation ne montre le scellement avec la signature de l’organisateur',
  'no observation shows the commitment with the operator’s signature; witnesses do not read what they cosign: give the log’s entries as well':
    'aucune observation ne montre l’engagement avec la signature de l’organisateur\u202F; les témoins ne lisent pas ce qu’ils cosignent\u00A0: donnez aussi les lignes du registre',
  'no observation and no witnessed log shows the commitment with the operator’s signature':
    'aucune observation ni aucun registre avec témoins ne montre l’engagement avec la signature de l’organisateur',
  'no observation and no witnessed log shows the seal with the operator’s signature':
    'aucune observation ni aucun registre avec témoins ne montre le scellement avec la signature de l’organisateur',
  'no observation, no time-stamp and no witnessed log shows the commitment with the operator’s signature':
    'aucune observation, aucun horodatage ni aucun registre avec témoins ne montre l’engagement avec la signature de l’organisateur',
  'no observation, no time-stamp and no witnessed log shows the seal with the operator’s signature':
    'aucune observation, aucun horodatage ni aucun registre avec témoins ne montre le scellement avec la signature de l’organisateur',
  'the commitment was seen at {0}, and entries closed at {1}':
    'l’engagement a été vu le {0}, et l’inscription des billets s’est terminée le {1}',
  'the seal was seen at {0}, which is too late': 'le scellement a été vu le {0}, ce qui est trop tard',
  'the time of the round is not known: its chain is not in the trust file':
    'l’heure du nombre aléatoire n’est pas connue\u00A0: sa chaîne n’est pas dans le fichier de confiance',
  'an observation is dated {0}, which is after now':
    'une observation porte la date {0}, qui est encore à venir',
  'an observation is not signed by an observer of the trust file':
    'une observation n’est pas signée par un observateur du fichier de confiance',
  'an observation is of raffle {0}': 'une observation porte sur la tombola {0}',
  'the clock of {0} is wrong: at {1} it saw a draw, before its round was out':
    'l’horloge est fausse chez {0}\u00A0: un tirage y a été vu le {1}, avant la sortie de son nombre aléatoire',
  'the clock of {0} is wrong: at {1} it saw the seal, before entries closed':
    'l’horloge est fausse chez {0}\u00A0: le scellement y a été vu le {1}, avant la fin de l’inscription des billets',
  'the clock of {0} is wrong: at {1} it stamped the seal, before entries closed':
    'l’horloge est fausse chez {0}\u00A0: le scellement y a été horodaté le {1}, avant la fin de l’inscription des billets',
  'a time-stamp does not count: {0}': 'un horodatage ne compte pas\u00A0: {0}',
  '{0} is not proven': '{0} n’est pas prouvé',
  'stopped by {0}': 'ce qui l’empêche\u00A0: {0}',
  'there was no second commitment for this draw': 'il n’y a pas eu d’autre engagement pour ce tirage',
  'someone else saw the commitment before the random number could be known':
    'quelqu’un d’autre a vu l’engagement avant que le nombre aléatoire ne puisse être connu',
  'everything that decides the winner was fixed beforehand':
    'tout ce qui décide du gagnant était fixé d’avance',
  'the draws reach level {0}, unsteerable':
    'les tirages atteignent le niveau {0} (tirages impossibles à orienter)',
  'the draws reach level {0}, witnessed':
    'les tirages atteignent le niveau {0} (tirages attestés par des témoins)',
}
