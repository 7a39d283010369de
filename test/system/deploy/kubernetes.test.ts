import { writeFileSync } from 'node:fs'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service } from 'kubernetes-models/v1'
import t from 'tap'
import ts from 'typescript'
import { parseAllDocuments } from 'yaml'
import { readServeSettings } from '../../../src/cli/serve/settings.js'
import { read } from './programs.js'

interface Container {
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly securityContext: object
}

interface Pod {
  readonly terminationGracePeriodSeconds?: number
  readonly securityContext: object
  readonly containers: readonly Container[]
}

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly selector?: { readonly matchLabels?: object }
    readonly template?: { readonly metadata: { readonly labels: object }; readonly spec: Pod }
  }
}

const kinds = { Deployment, Ingress, Job, NetworkPolicy, PodDisruptionBudget, Service }
const text = read('examples/deploy/kubernetes.yml')
const documents = parseAllDocuments(text)
const manifests = documents.map(document => document.toJSON() as Manifest)
const named = (name: string): Manifest | undefined => manifests.find(({ metadata }) => metadata.name === name)
const podOf = (name: string): Pod | undefined => named(name)?.spec.template?.spec

await t.test('the manifests are of their schemas', t => {
  t.strictSame(
    documents.flatMap(({ errors }) => errors.map(String)),
    [],
  )
  for (const manifest of manifests) {
    const Kind = kinds[manifest.kind as keyof typeof kinds] as new (data: object) => { validate(): void }
    t.doesNotThrow(() => {
      new Kind(manifest).validate()
    }, `${manifest.kind} ${manifest.metadata.name}`)
  }
  t.end()
})

/** What the types say of a text. The schemas let members pass that nobody knows. */
function check(file: string, values: readonly Manifest[]): readonly string[] {
  const module = (apiVersion: string): string => `kubernetes-models/${apiVersion}`
  const lines = values.flatMap((value, index) => [
    `import type { I${value.kind} as Kind${index} } from '${module(value.apiVersion)}'`,
    `export const value${index}: Kind${index} = ${JSON.stringify(value)}`,
  ])
  writeFileSync(file, lines.join('\n'))
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  }
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

await t.test('they have no member that Kubernetes does not know', t => {
  const folder = t.testdir()
  t.strictSame(check(`${folder}/manifests.mts`, manifests), [])
  const slip = JSON.parse(
    JSON.stringify(manifests).replace('"readinessProbe"', '"readynessProbe"'),
  ) as Manifest[]
  t.match(check(`${folder}/slip.mts`, slip), [/readynessProbe/])
  t.end()
})

await t.test('they agree with the program, and with one another', t => {
  const serve = podOf('drawaudit-serve')
  const [container] = serve?.containers ?? []
  const environment = Object.fromEntries(
    (container?.env ?? []).map(({ name, value }) => [
      name,
      value ?? (name.endsWith('LIMIT_STORE') ? 'redis://a' : 'a.db'),
    ]),
  )
  const settings = readServeSettings({ flags: {}, environment })
  t.strictSame(container?.args, ['serve'])
  t.strictSame(
    container?.ports?.map(({ containerPort }) => containerPort),
    [settings.port, settings['metrics-port']],
  )
  t.ok((serve?.terminationGracePeriodSeconds ?? 0) > 5 + settings['drain-timeout'])
  for (const { kind, metadata, spec } of manifests) {
    const { template, selector } = spec
    if (template === undefined) continue
    const name = `${kind} ${metadata.name}`
    if (selector !== undefined) t.match(template.metadata.labels, selector.matchLabels ?? {}, name)
    t.match(
      template.spec.securityContext,
      { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      name,
    )
    for (const { securityContext } of template.spec.containers) {
      const strict = {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      }
      t.strictSame(securityContext, strict, name)
    }
  }
  t.notMatch(text, /^\s+(?:stringData|data):/m, 'no secret is in it')
  t.end()
})
