/** Renders the Helm chart without Helm, and validates what results against Kubernetes' schemas. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Ajv } from 'ajv'
import { validate as statefulSet } from 'kubernetes-models/_schemas/IoK8sApiAppsV1StatefulSet'
import { validate as configMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap'
import { validate as service } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service'
import { validate as account } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ServiceAccount'
import { validate as policy } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy'
import { validate as budget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget'
import { parseAllDocuments, stringify } from 'yaml'
import { type Fields, fieldsIn } from '../../tests/json.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
export const chartFolder = path.join(root, 'ops/helm/tukar')
export const exampleFile = path.join(root, 'ops/helm/production.yaml')

const gopath = '/usr/share/gocode'
const libraries = ['github.com/Masterminds/sprig', 'sigs.k8s.io/yaml']

/** Why the chart can't be rendered here; false if it can. */
export async function missingForChart(): Promise<string | false> {
  const hasGo = await run('go', ['version']).catch(() => null)
  const hasAll = libraries.every((name) => existsSync(path.join(gopath, 'src', name)))
  const wanted = 'golang-go golang-github-masterminds-sprig-dev golang-k8s-sigs-yaml-dev'
  return hasGo !== null && hasAll ? false : `needs Debian's ${wanted}`
}

export const fields = (value: unknown): Fields => Object(value)
export const items = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map(fields) : []
/** The value below these names and indexes. */
export const at = (value: unknown, ...names: readonly (string | number)[]): unknown =>
  names.reduce((inner: unknown, name) => Reflect.get(Object(inner), name), value)

export type Rendered = Readonly<{ objects: readonly Fields[]; notes: string }>
export type Renderer = Readonly<{
  /** Values as an object, or as the path of a file; later ones win. Rejects like Helm. */
  render: (...values: readonly (string | Fields)[]) => Promise<Rendered>
  remove: () => Promise<void>
}>

export async function chartRenderer(): Promise<Renderer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-chart-'))
  const program = path.join(folder, 'render')
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: gopath, GOFLAGS: '' }
  await run('go', ['build', '-o', program, './tools/packaging/render'], { cwd: root, env })
  const schema = fieldsIn(await readFile(path.join(chartFolder, 'values.schema.json'), 'utf8'))
  const areValues = new Ajv({ allErrors: true }).compile(schema)
  let count = 0

  async function render(...values: readonly (string | Fields)[]): Promise<Rendered> {
    const files = await Promise.all(
      values.map(async (one) => {
        if (typeof one === 'string') return one
        count += 1
        const file = path.join(folder, `values-${count}.yaml`)
        await writeFile(file, stringify(one))
        return file
      }),
    )
    const { stdout } = await run(program, [chartFolder, 'tukar', 'money', ...files])
    const made = fieldsIn(stdout)
    if (!areValues(made['values'])) {
      throw new Error(
        areValues.errors
          ?.map(({ instancePath, message, params }) =>
            [instancePath, message, JSON.stringify(params)].join(' '),
          )
          .join('\n'),
      )
    }
    const { 'templates/NOTES.txt': notes = '', ...texts } = fields(made['files'])
    const objects = Object.values(texts).flatMap((text) => objectsIn(String(text)))
    return { objects, notes: String(notes) }
  }
  return { render, remove: () => rm(folder, { recursive: true }) }
}

/** With YAML 1.1, which Helm and Kubernetes read: `yes` and `0440` mean more there. */
function objectsIn(text: string): readonly Fields[] {
  const documents = parseAllDocuments(text, { version: '1.1', strict: true })
  assert.ok(Array.isArray(documents))
  return documents.flatMap((document) => {
    assert.deepEqual([...document.errors, ...document.warnings], [])
    const read: unknown = document.toJS()
    return read === null ? [] : [fields(read)]
  })
}

const validators: Readonly<Record<string, (data: unknown) => boolean>> = {
  ConfigMap: configMap,
  NetworkPolicy: policy,
  PodDisruptionBudget: budget,
  Service: service,
  ServiceAccount: account,
  StatefulSet: statefulSet,
}

/**
 * Returns what is wrong with an object of Kubernetes. The schemas allow fields that they don't
 * name; a field that the validator never read is one of these, so a misspelt one.
 */
export function problemsOfObject(object: Fields): readonly string[] {
  const validate = validators[String(object['kind'])]
  if (validate === undefined) return [`no schema for ${object['kind']}`]
  const read = new Set<string>()
  const isValid = validate(watched(object, '', read))
  const errors = isValid ? [] : [JSON.stringify(Reflect.get(validate, 'errors'))]
  const unknown = pathsIn(object, '').filter((place) => !read.has(place))
  return [...errors, ...unknown.map((place) => `${place} is no field`)]
}

function watched(value: unknown, place: string, read: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get: (target, name) => {
      const inner = `${place}/${String(name)}`
      read.add(inner)
      return watched(Reflect.get(target, name), inner, read)
    },
  })
}

const pathsIn = (value: unknown, place: string): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [
        `${place}/${name}`,
        ...pathsIn(inner, `${place}/${name}`),
      ])
