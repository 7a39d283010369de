/**
 * What a script uses that the oldest browsers lack. A member of an object that nobody knows here is looked up by its name.
 *
 * @packageDocumentation
 */
import {
  parse,
  type AnyNode,
  type MethodDefinition,
  type Node,
  type Property,
  type PropertyDefinition,
} from 'acorn'
import type { Identifier } from '@mdn/browser-compat-data'
import {
  attributes,
  language,
  lackOf,
  lackOfAll,
  languageMembers,
  own,
  web,
  webMembers,
  within,
} from './compat-data.js'

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** Every node of a syntax tree. */
function nodesOf(tree: Node): readonly AnyNode[] {
  const nodes = [tree]
  for (const node of nodes) {
    for (const value of Object.values(node) as unknown[]) {
      if (isNode(value)) nodes.push(value)
      else if (Array.isArray(value)) for (const one of value) if (isNode(one)) nodes.push(one)
    }
  }
  return nodes as readonly AnyNode[]
}

/** The name of a member or a key; undefined where it is computed. */
function nameOf(key: AnyNode, isComputed: boolean): string | undefined {
  if (key.type === 'Identifier' && !isComputed) return key.name
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : undefined
}

/** Nodes that are names of members or keys, and no variables. */
function labelsOf(nodes: readonly AnyNode[]): ReadonlySet<AnyNode> {
  const found = new Set<AnyNode>()
  for (const node of nodes) {
    if (node.type === 'MemberExpression' && !node.computed) found.add(node.property)
    if (hasKey(node) && !node.computed) found.add(node.key)
    if ('label' in node && node.label) found.add(node.label)
  }
  return found
}

const hasKey = (node: AnyNode): node is Property | MethodDefinition | PropertyDefinition =>
  ['Property', 'MethodDefinition', 'PropertyDefinition'].includes(node.type)

/** The variables that a pattern binds. */
function* bound(pattern: AnyNode | null | undefined): Generator<string> {
  if (!pattern) return
  if (pattern.type === 'Identifier') yield pattern.name
  else if (pattern.type === 'AssignmentPattern') yield* bound(pattern.left)
  else if (pattern.type === 'RestElement') yield* bound(pattern.argument)
  else if (pattern.type === 'Property') yield* bound(pattern.value)
  else if (pattern.type === 'ArrayPattern') for (const one of pattern.elements) yield* bound(one)
  else if (pattern.type === 'ObjectPattern') for (const one of pattern.properties) yield* bound(one)
}

/** The variables that a node declares, wherever they can be seen. */
function* declaredBy(node: AnyNode): Generator<string> {
  if (node.type === 'VariableDeclarator') yield* bound(node.id)
  if (node.type === 'CatchClause') yield* bound(node.param)
  if ('params' in node) for (const one of node.params) yield* bound(one)
  if ('id' in node && node.type !== 'VariableDeclarator') yield* bound(node.id)
}

/** What is a global under this name. */
function findGlobal(name: string): Identifier | undefined {
  const type = own(language, name)
  // The constructor, which may be younger.
  return own(within(type), name) ?? type ?? own(web, name)
}

/** A member of a global, such as `Object.groupBy`. */
function findMember(owner: string, name: string): Identifier | undefined {
  if (['globalThis', 'window', 'self'].includes(owner)) return findGlobal(name)
  const members = within(own(language, owner) ?? own(web, owner))
  return own(members, `${name}_static`) ?? own(members, name)
}

/** What gives iterators, of which some browsers lack all methods but `next`. */
const iterators = ['entries', 'keys', 'matchAll', 'values']

/** Told of everything that is used; what all have is not kept. */
type Report = (what: string, lack: readonly string[]) => void

/** What is looked for in one script. */
interface Script {
  readonly nodes: readonly AnyNode[]
  readonly declared: ReadonlySet<string>
  /** Of members that the script has itself. */
  readonly keys: ReadonlySet<string>
  /** Workers have none, and no elements. */
  readonly hasDocument: boolean
  readonly report: Report
}

function checkMember({ declared, keys, report }: Script, object: AnyNode, name: string): void {
  if (object.type === 'Identifier' && !declared.has(object.name)) {
    const known = findMember(object.name, name)
    if (known !== undefined) {
      report(`${object.name}.${name}`, lackOf(known))
      return
    }
  }
  const { callee } = object.type === 'CallExpression' ? object : {}
  if (callee?.type === 'MemberExpression') {
    const gives = nameOf(callee.property, callee.computed) ?? ''
    const isObject = callee.object.type === 'Identifier' && callee.object.name === 'Object'
    const method = own(within(language['Iterator']), name)
    if (iterators.includes(gives) && !isObject) report(`${gives}().${name}`, lackOf(method))
  }
  const [members, others] = [languageMembers.get(name), webMembers.get(name)]
  if (members !== undefined) report(`.${name}`, lackOfAll([...members, ...(others ?? [])]))
  // A key that the script has itself is more likely to be meant.
  else if (others !== undefined && !keys.has(name)) report(`.${name}`, lackOfAll(others))
}

/** Flags of a regular expression that is made while the script runs; the parser looks at the others. */
function checkFlags({ report }: Script, node: AnyNode): void {
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return
  const [, flags] = node.arguments
  if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp' || flags?.type !== 'Literal') return
  if (String(flags.value).includes('v')) {
    report('RegExp v', lackOf(own(within(language['RegExp']), 'unicodeSets')))
  }
}

/** Keys of an object may be attributes of an element, and those of a pattern methods. */
function checkKey({ hasDocument, report }: Script, parent: AnyNode, property: AnyNode): void {
  const name = property.type === 'Property' ? nameOf(property.key, property.computed) : undefined
  if (name === undefined) return
  if (parent.type === 'ObjectPattern') report(`{ ${name} }`, lackOfAll(languageMembers.get(name) ?? []))
  else if (hasDocument) report(`${name}=`, lackOfAll(attributes.get(name) ?? []))
}

/** The members that a node makes: those of a class, of an object, or one that is assigned. */
function madeBy(node: AnyNode): readonly (string | undefined)[] {
  if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') {
    return [nameOf(node.left.property, node.left.computed)]
  }
  if (node.type !== 'ObjectExpression' && node.type !== 'ClassBody') return []
  const made = node.type === 'ObjectExpression' ? node.properties : node.body
  return (made as readonly AnyNode[])
    .filter(hasKey)
    .map(({ key, computed }) => nameOf(key as AnyNode, computed))
}

function readScript(text: string, report: Report): Script {
  const nodes = nodesOf(parse(text, { ecmaVersion: 2022, sourceType: 'script' }))
  const [keys, declared] = [new Set<string>(), new Set<string>()]
  let hasDocument = false
  for (const node of nodes) {
    for (const name of madeBy(node)) if (name !== undefined) keys.add(name)
    for (const name of declaredBy(node)) declared.add(name)
    hasDocument ||= node.type === 'Identifier' && node.name === 'document'
  }
  return { nodes, keys, declared, hasDocument, report }
}

/** What a script uses and some of the oldest browsers lack, a line each. @throws SyntaxError where it is not ES2022. */
export function findInScript(text: string): readonly string[] {
  const found = new Set<string>()
  const script = readScript(text, (what, lack) => {
    if (lack.length > 0) found.add(`${what}: ${lack.join(', ')}`)
  })
  const { nodes, declared, report } = script
  const labels = labelsOf(nodes)
  for (const node of nodes) {
    checkFlags(script, node)
    if (node.type === 'Identifier' && !labels.has(node) && !declared.has(node.name)) {
      report(node.name, lackOf(findGlobal(node.name)))
    } else if (node.type === 'MemberExpression') {
      const name = nameOf(node.property, node.computed)
      if (name !== undefined) checkMember(script, node.object, name)
    } else if (node.type === 'ObjectPattern' || node.type === 'ObjectExpression') {
      for (const property of node.properties) checkKey(script, node, property)
    }
  }
  return [...found].toSorted()
}
