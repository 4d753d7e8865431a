/**
 * Picks the examples of the OpenAPI documents from recorded traffic of tests: of each operation the
 * exchange that states most. Operations that were not recorded, or whose name contains none of the
 * given texts, keep theirs.
 *
 *   RECORD_EXAMPLES=/tmp/exchanges npm test -- src/app/pin
 *   npm run examples -- /tmp/exchanges /pin
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const Exchange = z.object({
  operation: z.string(),
  request: z.string().optional(),
  response: z.string(),
})

type Example = Readonly<{ request?: unknown; response: unknown }>

const maxChars = 2_000

/** Lists keep their first item: a reader learns nothing from more. */
const parsed = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => {
    if (typeof value === 'string') return elsewhere(value)
    // The documents recommend amounts as strings; some tests send numbers, which are taken too.
    if (key === 'amount' && typeof value === 'number') return value.toString()
    return Array.isArray(value) ? value.slice(0, 1) : value
  })

/** Tests have addresses of their own; readers expect those that they will see. */
const elsewhere = (text: string): string =>
  text
    .replace(/^http:\/\/127\.0\.0\.1:\d+\//, 'https://api.example.com/')
    .replace(/^127\.0\.0\.1$/, '203.0.113.7')
    .replace(/^[a-z0-9-]+@tukar\.test$/, 'sari@example.com')

function isJson(text: string): boolean {
  try {
    parsed(text)
    return true
  } catch {
    return false
  }
}

/** The number of its values that say something. */
function facts(value: unknown): number {
  if (value === null || value === '') return 0
  if (typeof value !== 'object') return 1
  return Object.values(value).reduce((sum: number, item: unknown) => sum + facts(item), 0)
}

/** Returns the exchange of each operation that states most, and among these the shortest. */
export function pickExamples(lines: readonly string[]): Readonly<Record<string, Example>> {
  const best = new Map<string, { facts: number; chars: number; example: Example }>()
  for (const line of lines) {
    const { operation, request, response } = Exchange.parse(JSON.parse(line))
    if (request !== undefined && !isJson(request)) continue
    const example = {
      ...(request === undefined ? {} : { request: parsed(request) }),
      response: parsed(response),
    }
    const found = { facts: facts(example), chars: JSON.stringify(example).length, example }
    const present = best.get(operation)
    const isBetter =
      present === undefined ||
      found.facts > present.facts ||
      (found.facts === present.facts && found.chars < present.chars)
    if (found.chars <= maxChars && isBetter) best.set(operation, found)
  }
  return Object.fromEntries([...best].map(([operation, { example }]) => [operation, example]))
}

if (import.meta.main) {
  const [recorded = '', ...wanted] = process.argv.slice(2)
  const isWanted = (name: string) => wanted.length === 0 || wanted.some((one) => name.includes(one))
  const lines = (await readFile(recorded, 'utf8')).split('\n').filter((line) => line !== '')
  const target = path.join(import.meta.dirname, '../src/platform/http/openapi/examples.json')
  const kept: unknown = JSON.parse(await readFile(target, 'utf8'))
  const picked = Object.entries(pickExamples(lines)).filter(([name]) => isWanted(name))
  const examples = {
    ...z.record(z.string(), z.unknown()).parse(kept),
    ...Object.fromEntries(picked),
  }
  const sorted = Object.entries(examples).toSorted(([a], [b]) => (a < b ? -1 : 1))
  await writeFile(target, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
