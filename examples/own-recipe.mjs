// Verifies draws of a platform by a rule of one's own. In the project's folder: node examples/own-recipe.mjs
import { parsePublishedDraw, parseRecipe, parseRecipeText, verifyPublished } from 'drawaudit'

const recipe = parseRecipe(
  parseRecipeText(`
recipe corner-shop
title "The corner shop's raffle"
source "https://example.org/how-we-draw"
input seed_hash: sha256 "seed hash", committed
input seed: bytes hex 32 "seed"
input tickets: list of text "ticket list", distinct, order "as sold"
input winner: text "winning ticket"
let index = integer_be(sha256(bytes_utf8(text_hex(seed)))) mod count(tickets)
claim seed.committed "the seed is the one whose hash was published": sha256(seed) = seed_hash
claim winner.derived "the winner follows from seed and tickets": at(tickets, index) = winner
`),
)

const draw = winner => ({
  draw: 'drawaudit/v1',
  recipe: 'corner-shop',
  title: 'Hamper, 1 November',
  source: 'https://example.org/draws/17',
  published: {
    seed_hash: 'sha256:66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
    seed: '00'.repeat(32),
    tickets: ['A1', 'A2', 'B7'],
    winner,
  },
})

for (const winner of ['A1', 'A2', 'B7']) {
  const { subjects } = verifyPublished(parsePublishedDraw(draw(winner)), recipe)
  console.log(winner, subjects[0].headline)
}
