// Proofs of c2sp.org/tlog-proof@v1 with filippo.io/torchwood, and keys of golang.org/x/mod/sumdb/note:
//
//	tlog-proof verify VKEY ENTRY PROOF
//	tlog-proof make KEY ENTRY PROOF   the proof of ENTRY, the fourth of five entries of a log
//	tlog-proof key NAME               prints a key of a log, and its vkey
package main

import (
	"crypto/rand"
	"fmt"
	"log"
	"os"

	"filippo.io/torchwood"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func main() {
	log.SetFlags(0)
	command, key := os.Args[1], os.Args[2]
	if command == "key" {
		private, vkey, err := note.GenerateKey(rand.Reader, key)
		check(err)
		fmt.Printf("%s\n%s\n", private, vkey)
		return
	}
	entry, err := os.ReadFile(os.Args[3])
	check(err)
	if command == "make" {
		check(os.WriteFile(os.Args[4], makeProof(key, entry), 0o644))
		return
	}
	proof, err := os.ReadFile(os.Args[4])
	check(err)
	verifier, err := note.NewVerifier(key)
	check(err)
	policy := torchwood.ThresholdPolicy(2, torchwood.OriginPolicy(verifier.Name()), torchwood.SingleVerifierPolicy(verifier))
	check(torchwood.VerifyProof(policy, tlog.RecordHash(entry), proof))
	fmt.Println("verified")
}

func makeProof(key string, entry []byte) []byte {
	signer, err := note.NewSigner(key)
	check(err)
	var hashes []tlog.Hash
	read := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		var found []tlog.Hash
		for _, index := range indexes {
			found = append(found, hashes[index])
		}
		return found, nil
	})
	const size, at = 5, 3
	for index := int64(0); index < size; index++ {
		data := []byte(fmt.Sprintf("entry %d", index))
		if index == at {
			data = entry
		}
		added, err := tlog.StoredHashes(index, data, read)
		check(err)
		hashes = append(hashes, added...)
	}
	root, err := tlog.TreeHash(size, read)
	check(err)
	proof, err := tlog.ProveRecord(size, at, read)
	check(err)
	checkpoint := torchwood.Checkpoint{Origin: signer.Name(), Tree: tlog.Tree{N: size, Hash: root}}
	signed, err := note.Sign(&note.Note{Text: checkpoint.String()}, signer)
	check(err)
	return torchwood.FormatProof(at, proof, signed)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
