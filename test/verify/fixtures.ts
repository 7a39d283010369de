import { readdirSync, readFileSync } from 'node:fs'
import { parseJson, type JsonValue } from '../../src/core/json.js'

const root = new URL('../../', import.meta.url)

/** A JSON file of the project, by its path from the root. */
export const readJson = (path: string): JsonValue => parseJson(readFileSync(new URL(path, root)))

/** The paths of the JSON files in a folder of the project and below, in order. */
export const listJson = (folder: string): readonly string[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => `${folder}${name}`)
