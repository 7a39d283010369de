/**
 * Entry point of the single-file page: chooses the language, and then runs the program in it.
 *
 * @packageDocumentation
 */
import { chooseLanguage } from '../languages.js'
import { readBlock, runText, unpackWords } from './blocks.js'

async function boot(): Promise<void> {
  const asked = new URLSearchParams(location.search).get('lang')
  const tag = chooseLanguage([asked, ...navigator.languages])
  document.documentElement.lang = tag
  document.querySelector(`#languages [lang=${tag}]`)?.setAttribute('aria-current', 'true')
  runText(await unpackWords())
  runText(readBlock('program'))
}

void boot()
