/**
 * Entry point of the single-file page: chooses the language, and then runs the program in it.
 *
 * @packageDocumentation
 */
import { chooseLanguage } from '../languages.js'
import { readBlock, runText, unpackWords } from './blocks.js'

async function boot(): Promise<void> {
  const asked = new URLSearchParams(location.search).get('lang')
  document.documentElement.lang = chooseLanguage([asked, ...navigator.languages])
  runText(await unpackWords())
  runText(readBlock('program'))
}

void boot()
