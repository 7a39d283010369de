/**
 * Takes the HTML of a report apart with a parser of others.
 *
 * @packageDocumentation
 */
import { XMLParser, XMLValidator } from 'fast-xml-parser'

export interface Element {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (Element | string)[]
}

type Node = Readonly<Record<string, unknown>>

const unpairedTags = ['meta']

/** @throws Error when a tag is not closed, or closed that was not open. */
export function readHtml(html: string): Element {
  const document = html.replace(/^<!doctype html>\n/, '')
  // oxlint-disable-next-line typescript/no-deprecated -- the parser itself takes what is not well formed
  const valid = XMLValidator.validate(document, { unpairedTags })
  if (valid !== true) throw new Error(valid.err.msg)
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    trimValues: false,
    unpairedTags,
    stopNodes: ['*.style'],
  })
  const root = (parser.parse(document) as readonly Node[])
    .map(readNode)
    .find(node => typeof node !== 'string')
  if (root === undefined) throw new Error('there is no element')
  return root
}

function readNode(node: Node): Element | string {
  const { ':@': attributes = {}, ...rest } = node
  const [[tag, content] = ['', '']] = Object.entries(rest)
  if (tag === '#text') return String(content)
  return {
    tag,
    attributes: attributes as Readonly<Record<string, string>>,
    children: (content as readonly Node[]).map(readNode),
  }
}

/** An element and all below it. */
export function listElements(element: Element): readonly Element[] {
  return [
    element,
    ...element.children.flatMap(child => (typeof child === 'string' ? [] : listElements(child))),
  ]
}

/** All text in an element. */
export function textOf(element: Element): string {
  return element.children.map(child => (typeof child === 'string' ? child : textOf(child))).join('')
}

/** The elements with this tag, and with this class where one is named. */
export function findElements(root: Element, tag: string, name?: string): readonly Element[] {
  return listElements(root).filter(
    element =>
      element.tag === tag &&
      (name === undefined || (element.attributes['class'] ?? '').split(' ').includes(name)),
  )
}
