#!/usr/bin/env bash
# A second verifier for the bundles of docs/PROTOCOL.md, which shares no code with drawaudit.
#
#   examples/verify-with-openssl.sh [--anchors FILE] BUNDLE TRUST [RECORD]
#
# FILE has certificates of time-stamping authorities that you trust, in PEM: then the time-stamps of the bundle are
# verified by `openssl ts`, and what they show of the commitment and the seal is said. One that fails refutes nothing.
#
# Needs openssl 3, jq 1.6 and what every Debian has: bash, sha256sum, base64, od, sed, xargs.
# One line a check, `ok` or `FAIL`; `--` is a time-stamp that does not count. Exit code 0: every check holds; 1: one does not; 2: the call is wrong.
# What it does not check stands at the end of what it prints.
# In single quotes the dollars are jq's; ShellCheck takes what a trap or `answer` calls for unreachable.
# shellcheck disable=SC2001,SC2016,SC2317
set -euo pipefail
export LC_ALL=C

stop() {
  echo "error: $1" >&2
  exit 2
}

usage() {
  echo "usage: ${0##*/} [--anchors FILE] BUNDLE TRUST [RECORD]" >&2
  exit 2
}

anchors=''
if [[ ${1-} == --anchors ]]; then
  (($# > 1)) || usage
  anchors=$2
  shift 2
  [[ -f $anchors && -r $anchors && $anchors != -* ]] || stop 'the file of anchors cannot be read'
fi
if (($# < 2 || $# > 3)); then usage; fi
for program in openssl jq sha256sum base64 od sed xargs; do
  command -v "$program" >/dev/null || stop "$program is not installed"
done
[[ $(openssl version) == 'OpenSSL '[3-9].* ]] || stop "openssl 3 or later is needed, found $(openssl version)"
for file in "$@"; do
  [[ -f $file && -r $file && $file != -* ]] || stop 'not three files, or two, that can be read'
done
bundle=$1
trust=$2
record=${3-}

scratch=$(mktemp -d)
# A program that fails on the way proves nothing, and does not make the call wrong.
end() {
  local status=$?
  rm -rf "$scratch"
  ((status == 0 || finished)) || echo 'FAIL the evidence cannot be read to its end'
  exit $((status == 0 ? 0 : 1))
}
finished=0
trap end EXIT

checks=0
failed=0
unseen=''
stamped='not checked: whether anyone but the operator saw the commitment and the seal in time, and no others beside them'

# Prints one check: whether it holds, `yes` or not, and what it shows.
report() {
  checks=$((checks + 1))
  if [[ $1 == yes ]]; then
    echo "ok   $2"
  else
    echo "FAIL $2"
    failed=$((failed + 1))
  fi
}

finish() {
  echo "${unseen}not checked: the beacon's BLS signature. Who makes a beacon up picks the winner: compare the round with a drand relay's
$stamped
not checked: logs, witnesses, observations, and what was signed before a key was revoked
not checked: that the keys in the trust file are the operator's, and that none is of small order
not checked: the JSON of the files, which jq reads leniently; that of each statement is checked"
  finished=1
  if ((failed > 0)); then
    echo "$failed of $checks checks failed"
    exit 1
  fi
  echo "all $checks checks hold"
  exit 0
}

# Like `report`; without this check nothing further can be read.
demand() {
  report "$@"
  [[ $1 == yes ]] || finish
}

# `yes` where a command succeeds.
answer() { if "$@"; then echo yes; else echo no; fi; }

# --- bytes ---

# Hex digits to bytes, and bytes to hex digits.
bytes() { printf '%b' "$(sed 's/../\\x&/g' <<<"$1")"; }
hex() { od -An -v -tx1 | tr -d ' \n'; }

sha256() { sha256sum | cut -d ' ' -f 1; }

# HMAC-SHA256 of standard input under a key in hex.
hmac() { openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" -binary | hex; }

# Decodes standard base64 into a file. Encoded again it has to give the same text.
unbase64() {
  base64 -d <<<"$1" >"$2" 2>/dev/null && [[ $(base64 -w 0 "$2") == "$1" ]]
}

# --- JSON: only what has the right form is calculated with ---

forms='
def is($pattern): type == "string" and test("\\A(?:" + $pattern + ")\\z");
def text: type == "string" and length > 0;
def digits($count): is("[0-9a-f]{\($count)}");
def digest: is("sha256:[0-9a-f]{64}");
def uuid: is("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
def seconds: sub("\\+00:00\\z"; "Z") | fromdateiso8601;
def time: is("[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}\\+00:00") and (seconds | todate) == sub("\\+00:00\\z"; "Z");
def integer: type == "number" and . == floor and . >= 0 and . <= 9007199254740991;
def id: text and utf8bytelength <= 128 and (explode | all(. > 31 and (. < 127 or . > 159)));
def entry: type == "array" and (length == 2 or length == 3 and (.[2] | digits(64))) and (.[0] | id)
  and (.[1] == "paid" or .[1] == "free");
def each(check): type == "array" and all(.[]; check);
def only($names): type == "object" and (keys - $names) == [];
'

# Whether a file is one JSON document for which an expression is true.
holds() {
  [[ $(jq -s "$forms length == 1 and (.[0] | ($2))" "$1" 2>/dev/null) == true ]]
}

demand "$(answer holds "$trust" '.trust == "drawaudit/v1"
  and (.operators // [] | each((.name | text) and (.keys | each(.algorithm == "ed25519" and (.public_key | digits(64))
    and (.valid_from | time) and (.valid_until == null or (.valid_until | time)) and (.revoked_at == null or (.revoked_at | time))))))
  and ([.operators // [] | .[].name] | length == (unique | length))
  and ([.operators // [] | .[].keys[].public_key] | length == (unique | length))
  and (.beacons // [] | each((.chain_hash | digits(64)) and (.period | integer) and .period > 0 and (.genesis_time | integer)))
')" 'the trust file has the form of docs/PROTOCOL.md'

demand "$(answer holds "$bundle" '.bundle == "drawaudit/v1"
  and only(["bundle", "statements", "beacon", "winners", "entries", "entries_file", "log", "timestamps", "withdrawn"])
  and (.statements | each((.payloadType | text) and (.payload | is("[A-Za-z0-9+/]+=*"))
    and (.signatures | type == "array" and length == 1)
    and (.signatures[0] | (.sig | is("[A-Za-z0-9+/]+=*")) and (.keyid == null or (.keyid | digits(64))))))
  and (.statements | length > 0)
  and (.beacon == null or (.beacon | only(["chain_hash", "round", "signature", "previous_signature"])
    and (.chain_hash | digits(64)) and (.round | integer) and (.signature | is("([0-9a-f]{2})+"))))
  and (.winners // [] | each(only(["position", "attempt", "entry_id", "kind", "nonce_hash", "index", "inclusion"])
    and (.position | integer) and (.attempt | integer) and ([.entry_id, .kind] + (if has("nonce_hash") then [.nonce_hash] else [] end) | entry) and (.index | integer)
    and (.inclusion | each(digits(64)))))
  and (.entries == null or (.entries | length > 0 and each(entry)))
  and (.entries_file == null or (.entries == null and (.entries_file
    | (.name | is("[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}")) and (.digest | digest))))
  and (.timestamps == null or ((.timestamps | length > 0 and each(only(["sequence", "token"]) and (.sequence | integer)
    and (.token | is("[A-Za-z0-9+/]{1,87384}=*")))) and (.statements | length) as $length
    | [.timestamps[].sequence] | . == sort and all(. < $length) and all(group_by(.)[]; length <= 4)))
')" 'the bundle has the form of docs/PROTOCOL.md'

# Everything but a list that may be long.
jq 'del(.entries)' "$bundle" >"$scratch/bundle"

# --- each statement: its envelope, its members, its signature ---

payload_type='application/vnd.drawaudit.statement.v1+json'

statement='
  ["type", "raffle_id", "sequence", "previous", "issued_at_utc", "operator"] as $common
  | {
      commitment: ["raffle_name", "prizes", "max_entries", "entries_close_at_utc", "draw_at_utc", "beacon", "selection", "supersedes"],
      seal: ["total_entries", "paid_entries", "free_entries", "entries_root"],
      draw: ["draw_id", "position", "prize_name", "drawn_at_utc", "total_entries", "rng_seed_hash", "rng_seed", "winner_index",
        "winner_entry_id"],
      replacement: ["draw_id", "position", "attempt", "reason", "drawn_at_utc", "total_entries", "winner_index", "winner_entry_id"],
      cancellation: ["reason"]
    } as $further
  | { commitment: ["seeds"], seal: ["withdrawn"] } as $optional
  | type == "object" and (.type | type) == "string" and $further[.type] != null
  and keys - ($optional[.type] // []) == ($common + $further[.type] | sort)
  and (has("seeds") and .beacon == null | not)
  and (if has("seeds") then ["rng_seed"] else [] end) as $public
  | all(to_entries[];
    .key as $name | .value |
    if $name == "raffle_id" or $name == "draw_id" then uuid
    elif $name == "supersedes" then . == null or uuid
    elif $name == "previous" then . == null or digest
    elif $name == "rng_seed_hash" or $name == "entries_root" then digest
    elif $name == "rng_seed" then digits(64)
    elif $name == "selection" then . == "drawaudit-v1"
    elif $name == "winner_entry_id" then id
    elif $name == "beacon" then . == null or (only(["chain_hash", "round"]) and (.chain_hash | digits(64)) and (.round | integer))
    elif $name == "prizes" then length > 0 and each(only(["draw_id", "prize_name", "rng_seed_hash"] + $public)
      and (.draw_id | uuid) and (.prize_name | text) and (.rng_seed_hash | digest)
      and ($public == [] or (.rng_seed | digits(64))))
    elif $name == "seeds" then . == "public"
    elif $name == "withdrawn" then only(["count", "consented", "root"]) and (.count | integer) and (.consented | integer)
      and .count > 0 and .consented <= .count and (.root | digest)
    elif ($name | test("_utc\\z")) then time
    elif ($name | test("\\A(sequence|position|attempt|winner_index|.+_entries)\\z")) then integer
    else text end)
'

# Every key of the trust file that is for statements: its operator as JSON, the key, from when, until when, when it was revoked.
jq -r '.operators // [] | .[] | (.name | @json) as $name | .keys[] | select(.use != "receipts")
  | [$name, .public_key, .valid_from, .valid_until // "9999-12-31T23:59:60+00:00", .revoked_at // "-"] | join("\t")' \
  "$trust" >"$scratch/keys"

# Why the signature in the scratch folder does not count; nothing where it does.
refusal() {
  local keyid=$1 operator=$2 issued=$3 name public_key from until revoked
  local why='the trust file has no such key of this operator'
  while IFS=$'\t' read -r name public_key from until revoked; do
    [[ $name == "$operator" ]] || continue
    [[ -z $keyid || $(bytes "$public_key" | sha256) == "$keyid" ]] || continue
    why='the signature does not verify'
    # SubjectPublicKeyInfo: in DER, what says Ed25519, then the 32 bytes.
    bytes "302a300506032b6570032100$public_key" >"$scratch/key"
    openssl pkeyutl -verify -pubin -inkey "$scratch/key" -keyform DER -rawin -in "$scratch/pae" \
      -sigfile "$scratch/sig" >/dev/null 2>&1 || continue
    why=''
    # Times of one form and offset compare as texts do.
    if [[ $issued < $from || ! $issued < $until ]]; then
      why='issued when the key was not valid'
    elif [[ $revoked != - ]]; then
      why='the key was revoked, and nothing here shows that this is older'
    fi
    break
  done <"$scratch/keys"
  echo "$why"
}

jq -r '.statements[] | (.payloadType | @json), .payload, (.signatures[0] | .sig, .keyid // "")' "$scratch/bundle" \
  >"$scratch/envelopes"
exec 3<"$scratch/envelopes"
for ((n = 0; ; n += 1)); do
  read -r -u 3 envelope_type || break
  read -r -u 3 payload
  read -r -u 3 sig
  read -r -u 3 keyid
  file=$scratch/statement
  ok=no
  if [[ $envelope_type == "\"$payload_type\"" ]] && unbase64 "$payload" "$file" && unbase64 "$sig" "$scratch/sig"; then
    size=$(wc -c <"$file")
    if ((size <= 48000)) && (($(wc -c <"$scratch/sig") == 64)); then ok=yes; fi
  fi
  demand "$ok" "statement $n: type, size and base64 of its envelope"
  demand "$(answer holds "$file" "$statement")" "statement $n: exactly the members of its kind"
  # With these members jq's sorted and compact form is that of RFC 8785, but that newer ones escape DEL.
  report "$(answer cmp -s "$file" <(jq -cjS '(.. | numbers) |= . + 0' "$file"))" "statement $n: in its RFC 8785 form, no name twice"

  # The pre-authentication encoding of DSSE; lengths are in bytes.
  {
    printf 'DSSEv1 %d %s %d ' "${#payload_type}" "$payload_type" "$size"
    cat "$file"
  } >"$scratch/pae"
  {
    read -r type
    read -r operator
    read -r issued
    read -r seed
  } < <(jq -r '.type, (.operator | @json), .issued_at_utc, .rng_seed // ""' "$file")
  why=$(refusal "$keyid" "$operator" "$issued")
  report "$([[ -n $why ]] || echo yes)" "statement $n: the $type is signed under a key of the trust file${why:+: $why}"

  cat "$file" >&4
  printf '{"digest": "%s", "signature_hash": "%s", "seed_hash": "%s"}\n' \
    "$(sha256 <"$file")" "$(sha256 <"$scratch/sig")" "$(bytes "$seed" | sha256)" >&4
done 4>"$scratch/chain"

# --- the chain, the seeds, the beacon, the record ---

jq -n '[inputs as $statement | $statement + {facts: input}]' "$scratch/chain" >"$scratch/chain.json"
if [[ -n $record ]]; then
  demand "$(answer holds "$record" 'type == "object"')" 'the record is one JSON object'
fi

# Every hash below was made of bytes above; jq compares.
evidence='
{ chain: $chain[0], bundle: $bundle[0], record: $record[0] }
| . + { commitment: .chain[0], seal: .chain[1],
    draws: [.chain[] | select(.type == "draw")],
    picks: [.chain[] | select(.type == "draw" or .type == "replacement")] }
| (($trust[0].beacons // []) + [
    { chain_hash: "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce", period: 30, genesis_time: 1595431050 },
    { chain_hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971", period: 3, genesis_time: 1692803367 }
  ]) as $timetables
| (.commitment.beacon.chain_hash) as $chain_hash
| .timetable = ([$timetables[] | select(.chain_hash == $chain_hash)][0])
| .start = (if .timetable then .timetable.genesis_time + (.commitment.beacon.round - 1) * .timetable.period
    else .commitment.draw_at_utc | seconds end)
'

# What a jq program says of the evidence: lines that begin with yes or no.
rules() {
  local verdict says lines
  lines=$(jq -nr --slurpfile chain "$scratch/chain.json" --slurpfile bundle "$scratch/bundle" --slurpfile trust "$trust" \
    --slurpfile record "${record:-/dev/null}" \
    "$forms def says(\$text): if . == true then \"yes \" + \$text else \"no \" + \$text end; $evidence | $1" 2>/dev/null) ||
    lines='no the rest cannot be compared'
  while read -r verdict says; do report "$verdict" "$says"; done <<<"$lines"
}

order='[.chain[].type] == ["commitment", "seal"] + [.chain[0].prizes // [] | .[] | "draw"]
  + [.chain[] | select(.type == "replacement") | .type]'
demand "$(answer holds "$scratch/chain.json" "{chain: .} | $order")" \
  'the chain is a commitment, a seal, a draw for each prize, then replacements only'

rules '
([.chain | to_entries[] | .value.sequence == .key] | all | says("the sequence has no gap")),
(.chain as $chain | [range(1; $chain | length) as $n | $chain[$n].previous == "sha256:" + $chain[$n - 1].facts.digest]
  | all and $chain[0].previous == null | says("each statement names the digest of the one before")),
([.chain[] | [.raffle_id, .operator]] | unique | length == 1 | says("one raffle and one operator throughout")),
([.draws[] | {draw_id, prize_name, rng_seed_hash}] == [.commitment.prizes[] | {draw_id, prize_name, rng_seed_hash}]
  and ([.draws[].position] == [range(1; 1 + (.draws | length))]) | says("the prizes were drawn as committed, in order")),
([.commitment.prizes[] | .draw_id] + [.commitment.prizes[] | .rng_seed_hash] | length == (unique | length)
  | says("no draw_id and no seed stands twice")),
(.draws as $draws | [.chain[] | select(.type == "replacement")] as $all
  | [range($all | length) as $n | $all[$n] | .position as $p | .draw_id == ($draws[] | select(.position == $p) | .draw_id)
    and .attempt == 1 + ([$all[:$n][] | select(.position == $p)] | length)]
  | (length == ($all | length)) and all | says("replacements are numbered and name their prize")),
(.commitment.issued_at_utc < .commitment.entries_close_at_utc
  and (.commitment.entries_close_at_utc | seconds) + 30 <= (.commitment.draw_at_utc | seconds)
  | says("committed before the entries closed, which is 30 s before the draw or more")),
(.seal.issued_at_utc >= .commitment.entries_close_at_utc
  and (.seal.issued_at_utc | seconds) < (if .commitment.beacon then .start else .draws[0].drawn_at_utc | seconds end)
  | says("sealed after the entries closed and before the draw, by the clock of the operator")),
(.start as $start | [.picks[] | (.drawn_at_utc | seconds) >= $start and .drawn_at_utc <= .issued_at_utc] | all
  | says("nothing was drawn before its time or after it was signed")),
([.chain[].issued_at_utc] | . == sort | says("the times of the statements never go back")),
(.seal | .paid_entries + .free_entries == .total_entries | says("paid and free entries are all entries")),
(.seal.total_entries <= .commitment.max_entries | says("no more entries than the raffle has room for")),
(.seal.total_entries as $total | [.picks | to_entries[] | .value.total_entries == $total - .key and .value.total_entries > 0] | all
  | says("each pool is one smaller than the one before")),
(.draws[] | "prize \(.position): the revealed seed hashes to the rng_seed_hash committed" as $says
  | .rng_seed_hash == "sha256:" + .facts.seed_hash | says($says)),
(if .commitment.seeds == null then empty else
  [.draws[].rng_seed] == [.commitment.prizes[].rng_seed] | says("the seeds stood in the commitment, for anybody")
end),
(.commitment.beacon as $named | if $named == null then
    (.bundle.beacon == null | says("no beacon was committed, and none is there"))
  else
    (.bundle.beacon | .chain_hash == $named.chain_hash and .round == $named.round | says("the beacon is of the chain and round committed")),
    (.timetable != null and .start >= (.commitment.draw_at_utc | seconds)
      and ($named.round == 1 or .start - .timetable.period < (.commitment.draw_at_utc | seconds)) and $named.round >= 1
      | says("the round is the first of its chain at or after the time of the draw"))
  end),
([.picks[] | [.position, .attempt // 0, .winner_entry_id, .winner_index]]
  == [.bundle.winners // [] | .[] | [.position, .attempt, .entry_id, .index]]
  | says("the winners of the bundle are those of the statements")),
(if .record == null then empty else
  .picks as $picks
  | [.draws[] | .position as $p | . as $draw | [$picks[] | select(.position == $p)][-1]
      | {draw_id, prize_name: $draw.prize_name, drawn_at_utc, total_entries: $draw.total_entries,
        rng_seed_hash: $draw.rng_seed_hash[7:], winner_entry_id, signature_hash: .facts.signature_hash}] as $signed
  | .commitment.raffle_id as $raffle_id
  | def plain: ascii_downcase | ltrimstr("sha256:");
    def said: {draw_id: (.draw_id | ascii_downcase), prize_name,
      drawn_at_utc: (.drawn_at_utc | sub("(\\.0+)?(Z|\\+00:00)\\z"; "+00:00")), total_entries,
      rng_seed_hash: (.rng_seed_hash | plain), winner_entry_id, signature_hash: (.signature_hash | plain)};
  .record
  | ((.raffle_id | ascii_downcase) == $raffle_id | says("the record is of this raffle")),
    (if .draws == null then [said] == $signed
      else .total_draws == (.draws | length) and [.draws[] | said] == $signed end
      | says("the record says what was signed, signature hashes too"))
end)
'
# The arithmetic below needs these numbers to be right.
((failed == 0)) || finish

# --- the entry list ---

# What is hashed for an entry, after the zero byte: id, kind and, where there is one, nonce_hash.
leaf_of() {
  printf '\0%s\n%s' "$1" "$2"
  [[ -z ${3:-} ]] || printf '\n%s' "$3"
}

# The root of the entries on standard input, `id TAB kind TAB nonce_hash` a line: RFC 6962, level by level, an odd node moves up.
root_of_entries() {
  local id kind nonce n=0 size folder=$scratch/level
  rm -rf "$folder" && mkdir "$folder"
  while IFS=$'\t' read -r id kind nonce; do
    leaf_of "$id" "$kind" "$nonce" >"$folder/$n"
    n=$((n + 1))
  done
  size=$n
  local -a nodes pairs
  # One process hashes a whole level.
  mapfile -t nodes < <(hash_files "$folder" "$size")
  while ((${#nodes[@]} > 1)); do
    size=${#nodes[@]}
    for ((n = 0; n + 1 < size; n += 2)); do
      printf '%b' "\\x01${nodes[n]}${nodes[n + 1]}" >"$folder/$((n / 2))"
    done
    mapfile -t pairs < <(hash_files "$folder" $((size / 2)))
    if ((size % 2 == 1)); then pairs+=("${nodes[size - 1]}"); fi
    nodes=("${pairs[@]}")
  done
  echo "${nodes[0]//\\x/}"
}

# The digests of the files 0, 1, … of a folder, as escapes for printf.
hash_files() {
  (cd "$1" && seq 0 $(($2 - 1)) | xargs sha256sum | sed -E 's/ .*//; s/../\\x&/g')
}

# The node to which an inclusion proof leads (RFC 9162, 2.1.3.2): leaf, its index, entries, the proof.
climb() {
  local node=$1 index=$2 last=$(($3 - 1)) sibling
  shift 3
  ((index <= last)) || return 0
  for sibling in "$@"; do
    ((last > 0)) || return 0
    if ((index % 2 == 1 || index == last)); then
      node=$(bytes "01$sibling$node" | sha256)
      while ((index % 2 == 0 && index > 0)); do
        index=$((index / 2))
        last=$((last / 2))
      done
    else
      node=$(bytes "01$node$sibling" | sha256)
    fi
    index=$((index / 2))
    last=$((last / 2))
  done
  ((last > 0)) || echo "$node"
}

{
  read -r root
  read -r total
  read -r counts
  read -r seal_digest
} < <(jq -r '.[1] | .entries_root[7:], .total_entries, "\(.total_entries) \(.paid_entries) \(.total_entries)", .facts.digest' \
  "$scratch/chain.json")
{
  read -r signature
  read -r list_name
  read -r list_digest
} < <(jq -r '.beacon.signature // "", .entries_file.name // "", .entries_file.digest // ""' "$scratch/bundle")

jq -r '.winners[] | .entry_id + "\t" + .kind + "\t" + (.nonce_hash // ""), .index, (.inclusion | join(" "))' "$scratch/bundle" >"$scratch/winners"
k=0
while IFS=$'\t' read -r -u 3 id kind nonce; do
  read -r -u 3 index
  read -r -u 3 -a proof
  k=$((k + 1))
  leaf=$(leaf_of "$id" "$kind" "$nonce" | sha256)
  node=$(climb "$leaf" "$index" "$total" ${proof[@]+"${proof[@]}"})
  report "$(answer test "$node" = "$root")" "pick $k: the winner stands in the sealed list, at index $index"
done 3<"$scratch/winners"

list=$scratch/entries
jq -c '.entries // [] | .[]' "$bundle" >"$list"
if [[ -n $list_name ]]; then
  list=$(dirname "$bundle")/$list_name
  demand "$(answer test -f "$list")" 'the file of entries stands beside the bundle'
  report "$(answer test "sha256:$(sha256 <"$list")" = "$list_digest")" 'the file of entries has the digest in the bundle'
fi
if [[ -s $list || -n $list_name ]]; then
  found=$(jq -nr "$forms"' [inputs] | if each(entry) then
      "\(length) \([.[] | select(.[1] == "paid")] | length) \([.[][0]] | unique | length)"
    else "no list" end' "$list" 2>/dev/null) || found='no list'
  demand "$(answer test "$found" != 'no list')" 'the entries of the list have their form'
  demand "$(answer test "$found" = "$counts")" 'the list has the sealed counts, and no id twice'
  report "$(answer test "$(jq -r '.[0] + "\t" + .[1] + "\t" + (.[2] // "")' "$list" | root_of_entries)" = "$root")" 'the list has the sealed root'
else
  unseen=$'not checked: the list of entries, which a light bundle leaves out: the counts, and whether an id stands twice\n'
fi

# --- the draw ---

randomness=$(printf '0%.0s' {1..64})
[[ -z $signature ]] || randomness=$(bytes "$signature" | sha256)
label=$(printf 'drawaudit/v1/draw' | hex)

# The index for a pick: its seed, position, attempt and pool, then the indices picked before.
draw() {
  local seed=$1 position=$2 attempt=$3 pool=$4 key digest x rest excess i j byte earlier
  shift 4
  key=$(bytes "${label}00$seal_digest$(printf '%08x%08x' "$position" "$attempt")$randomness" | hmac "$seed")
  # 2^64 mod pool, a byte at a time: bash has 64 bits with a sign, and a pool has 53 at most.
  excess=1
  for ((i = 0; i < 8; i += 1)); do excess=$((excess * 256 % pool)); done
  for ((i = 0; ; i += 1)); do
    digest=$(bytes "$(printf '%08x' "$i")" | hmac "$key")
    # x < 2^64 - excess says the same as excess <= 2^64 - 1 - x, and that is x with every bit turned over.
    x=$((16#${digest:0:16}))
    rest=$((~x))
    if ((rest < 0 || rest >= excess)); then break; fi
  done
  j=0
  for ((i = 0; i < 16; i += 2)); do
    byte=$((16#${digest:i:2}))
    j=$(((j * 256 + byte) % pool))
  done
  for earlier in $(printf '%s\n' "$@" | sort -n); do
    if ((earlier <= j)); then j=$((j + 1)); fi
  done
  echo "$j"
}

earlier=()
k=0
while read -r seed position attempt pool index; do
  k=$((k + 1))
  drawn=$(draw "$seed" "$position" "$attempt" "$pool" ${earlier[@]+"${earlier[@]}"})
  report "$(answer test "$drawn" = "$index")" "pick $k: the draw for prize $position, attempt $attempt, gives index $index"
  earlier+=("$index")
done < <(jq -r '[.[] | select(.type == "draw") | .rng_seed] as $seeds
  | .[] | select(.type == "draw" or .type == "replacement")
  | "\($seeds[.position - 1]) \(.position) \(.attempt // 0) \(.total_entries) \(.winner_index)"' "$scratch/chain.json")

# --- time-stamps: those that count say when somebody had the digest of a statement with its signature ---

# When a token was made, and by when at the latest, in seconds since 1970, of what `openssl ts -text` says: fractions are
# rounded up, and so is the accuracy, which is 1 where there is none. Nothing where the token does not count by its form.
latest() {
  local text time accuracy out=1
  local number='(unspecified|0x[0-9A-F]{1,5})'
  text=$(openssl ts -reply -token_in -in "$1" -token_out -text 2>/dev/null) || return 0
  grep -q '^Hash Algorithm: sha\(256\|384\|512\)$' <<<"$text" || return 0
  time=$(sed -n 's/^Time stamp: //p' <<<"$text")
  accuracy=$(sed -n 's/^Accuracy: //p' <<<"$text")
  if [[ -n $accuracy && $accuracy != unspecified ]]; then
    [[ $accuracy =~ ^$number\ seconds,\ $number\ millis,\ $number\ micros$ ]] || return 0
    out=0
    [[ ${BASH_REMATCH[1]} == unspecified ]] || out=$((BASH_REMATCH[1]))
    ((out <= 86400)) || return 0
    [[ ${BASH_REMATCH[2]}${BASH_REMATCH[3]} == unspecifiedunspecified ]] || out=$((out + 1))
  fi
  if [[ $time == *.* ]]; then out=$((out + 1)); fi
  time=$(date -u -d "$(sed 's/\.[0-9]*//' <<<"$time")" +%s 2>/dev/null) || return 0
  echo "$time $((time + out))"
}

# The first time that a token of a statement shows, by its place.
declare -A seen
[[ -z $anchors ]] || jq -r '.timestamps // [] | .[] | "\(.sequence) \(.token)"' "$scratch/bundle" >"$scratch/stamps"
k=0
while read -r -u 3 sequence token; do
  k=$((k + 1))
  # E: the envelope as the log takes it.
  jq -cjS --argjson at "$sequence" '.statements[$at] | {payload, payloadType,
    signatures: [.signatures[0] | if .keyid == null then {sig} else {keyid, sig} end]}' "$scratch/bundle" >"$scratch/e"
  made=''
  by=''
  : >"$scratch/said"
  unbase64 "$token" "$scratch/token" && read -r made by < <(latest "$scratch/token")
  if [[ -n $by ]] && ((by <= $(date +%s))) &&
    openssl ts -verify -token_in -in "$scratch/token" -data "$scratch/e" -CAfile "$anchors" -partial_chain \
      -attime "$made" -auth_level 2 >"$scratch/said" 2>&1 && grep -q '^Verification: OK' "$scratch/said"; then
    report yes "time-stamp $k: statement $sequence was there at $(date -u -d "@$by" +%FT%T+00:00) at the latest"
    if [[ -z ${seen[$sequence]-} ]] || ((by < seen[$sequence])); then seen[$sequence]=$by; fi
  else
    why=$(sed -n 's/.*routines:[^:]*:\([^:]*\):.*/\1/p' "$scratch/said" | head -n 1)
    echo "--   time-stamp $k of statement $sequence does not count${why:+: $why}"
  fi
done 3<"$([[ -n $anchors ]] && echo "$scratch/stamps" || echo /dev/null)"

{
  read -r closes
  read -r deadline
} < <(jq -nr --slurpfile chain "$scratch/chain.json" --slurpfile bundle "$scratch/bundle" --slurpfile trust "$trust" \
  --slurpfile record /dev/null "$forms $evidence | (.commitment.entries_close_at_utc | seconds),
  if .commitment.beacon then .start - 30 else .start - 1 end")
if [[ -n ${seen[0]-} && -n ${seen[1]-} ]] && ((seen[0] < closes && seen[1] <= deadline)); then
  stamped='shown by time-stamps: the commitment was there before entries closed, the seal before its result could be known
not checked: that there is no other commitment or seal beside them: whoever stamps one can stamp a thousand
not checked: revocation of the certificates of time-stamps, and what docs/PROTOCOL.md asks of their keys beyond openssl'
elif [[ -n $anchors ]]; then
  stamped="not shown by time-stamps: that the commitment and the seal were there in time
$stamped"
fi

finish
