// What is in a package that npm packed, to say how two of them differ.
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'

/** SHA-256 in hex. */
export const sha256 = bytes => createHash('sha256').update(bytes).digest('hex')

/**
 * The files of a tarball: by path, the mode, the time and the hash of each.
 *
 * @returns {Map<string, string>}
 */
export function readTarball(bytes) {
  const tar = gunzipSync(bytes)
  const text = (start, length) => tar.toString('utf8', start, start + length).replace(/\0[^]*$/, '')
  const files = new Map()
  for (let at = 0; tar[at] !== 0 && at < tar.length;) {
    const size = parseInt(text(at + 124, 12), 8)
    const path = [text(at + 345, 155), text(at, 100)].filter(part => part !== '').join('/')
    const hash = sha256(tar.subarray(at + 512, at + 512 + size))
    files.set(path, `${text(at + 100, 8).trim()} ${text(at + 136, 12).trim()} ${hash}`)
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

/** What two tarballs do not have alike; nothing where they are the same bytes. */
export function compareTarballs(one, other) {
  if (sha256(one) === sha256(other)) return []
  const [left, right] = [readTarball(one), readTarball(other)]
  const paths = [...new Set([...left.keys(), ...right.keys()])].sort()
  const differing = paths.filter(path => left.get(path) !== right.get(path))
  if (differing.length > 0) return differing.map(path => `${path}: ${left.get(path)}, ${right.get(path)}`)
  const order = [...left.keys()].findIndex((path, at) => path !== [...right.keys()][at])
  return [order === -1 ? 'the same files in the same order, compressed otherwise' : 'the order of the files']
}
