// Verifies a published draw with the library. In the project's folder: node examples/verify-draw.mjs
import { readFile } from 'node:fs/promises'
import { parseJson, parsePublishedDraw, parseRecipe, renderText, verifyPublished } from 'drawaudit'

const read = async path => parseJson(await readFile(path))
const draw = parsePublishedDraw(await read('fixtures/draws/raffair/01KTNXH2Y6N26PDWC88HAWP8H0.json'))
const recipe = parseRecipe(await read('recipes/raffair.json'))

const report = verifyPublished(draw, recipe)
console.log(report.verdict) // not-provable
console.log(renderText(report))
