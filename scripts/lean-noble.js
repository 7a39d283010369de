// How builds read @noble/curves.
import { readFileSync } from 'node:fs'

const [power, reduced] = ['% towerModulus;', '% (modulus * modulus - _1n);']

/**
 * noble raises an element of Fp2 to powers of up to 4200 bits before its first pairing, which takes half as long as the
 * pairing: the group of Fp2 has p² - 1 elements, so that of a power what is left by that is enough.
 *
 * @param change - what else is to be changed in the text of a module.
 */
export function leanNoble(change = text => text) {
  return {
    name: 'lean-noble',
    setup({ onLoad }) {
      onLoad({ filter: /@noble[\\/].*\.js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8')
        if (/abstract[\\/]tower\.js$/.test(path) && text.split(power).length !== 2)
          throw new Error(`${path} is not as it was: look again for what is reduced`)
        return { contents: change(text.replace(power, reduced)) }
      })
    },
  }
}
