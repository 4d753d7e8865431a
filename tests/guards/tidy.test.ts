import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { idOffences } from './ids.ts'
import { jsonOffences } from './parsed-json.ts'
import {
  assertNone,
  type Files,
  type Offence,
  parse,
  projectFiles,
  projectSources,
} from './source.ts'
import {
  dueOffences,
  fileOffences,
  floatOffences,
  functionOffences,
  homeOffences,
  lineOffences,
  markdownOffences,
  openOffences,
  placeOffences,
  reachOffences,
  rowOffences,
  skippedTestOffences,
  typeOffences,
} from './tidy.ts'

const files = projectFiles()
const sources = projectSources()

describe('this source', () => {
  test('has no long file', () => assertNone(fileOffences(files)))
  test('has no long line', () => assertNone(lineOffences(files)))
  test('has no long line in a document', () => assertNone(markdownOffences(files)))
  test('has no long function', () => assertNone(functionOffences(sources)))
  test('gives each exported function and type a name of its own', () =>
    assertNone(homeOffences(files)))
  test('neither silences nor forces a type', () => assertNone(typeOffences(sources)))
  test('checks what JSON holds', () => assertNone(jsonOffences(sources)))
  test('checks the rows of each statement', () => assertNone(rowOffences(sources)))
  test('allows nothing open', () => assertNone(openOffences(files)))
  test('runs every test', () => assertNone(skippedTestOffences(sources)))
  test('takes time, chance and settings from ctx', () => assertNone(reachOffences(sources)))
  test('keeps floats away from money', () => assertNone(floatOffences(sources)))
  test('gives each id a type of its own', () => assertNone(idOffences(sources)))
  test('finds due rows by an index', () => assertNone(dueOffences(files)))
  test('names no place of one machine', () => assertNone(placeOffences(files)))
})

/** The offences, as `line rule`. */
const found = (offences: readonly Offence[]): readonly string[] =>
  offences.map(({ line, rule }) => `${line} ${rule}`)

const lines = (count: number): string => 'void 0\n'.repeat(count)
const at = (path: string, text: string): Files => ({ [path]: text })

describe('the rules of size find', () => {
  test('a file of 401 lines and no file of 400', () => {
    assert.equal(fileOffences(at('src/base/a.ts', lines(401))).length, 1)
    assert.equal(fileOffences(at('src/base/a.ts', lines(400))).length, 0)
  })

  test('a line of 121 columns in a document and no line of 120', () => {
    assert.equal(markdownOffences(at('docs/a.md', `\n${'é'.repeat(121)}`)).length, 1)
    assert.equal(markdownOffences(at('docs/a.md', `\n${'é'.repeat(120)}`)).length, 0)
  })

  test('a line of 101 columns and no line of 100', () => {
    assert.equal(lineOffences(at('src/base/a.ts', `\n//${'é'.repeat(99)}`)).length, 1)
    assert.equal(lineOffences(at('src/base/a.ts', `\n//${'é'.repeat(98)}`)).length, 0)
  })

  test('functions of sixty lines, in every notation, and not of 59', () => {
    const body = (count: number) => `{\n${lines(count - 2)}}`
    const spelt = (count: number) =>
      [
        `function a() ${body(count)}`,
        `const b = () => ${body(count)}`,
        `const c = { d() ${body(count)} }`,
        `class E { f() ${body(count)} }`,
        `describe('of many tests', () => ${body(count)})`,
      ].join('\n')
    assert.equal(functionOffences(parse(at('src/base/a.ts', spelt(60)))).length, 4)
    assert.equal(functionOffences(parse(at('src/base/a.ts', spelt(59)))).length, 0)
  })
})

describe('the rules of words find', () => {
  test('a name that two files export, and no overloads, tests or private functions', () => {
    const one = 'export function a(b: 1): 1\nexport function a(b: 2): 2\nconst c = 1\n'
    const other = 'const d = 1\nexport const a = d\nconst c = 2\n'
    const sample = { 'src/a.ts': one, 'src/b.ts': other, 'src/b.test.ts': other }
    assert.deepEqual(found(homeOffences(sample)), ['2 export of a, as in src/a.ts'])
    const typed = { 'src/a.ts': 'export type A = 1', 'src/b.ts': 'export type A = 2' }
    assert.deepEqual(found(homeOffences(typed)), ['1 export of A, as in src/a.ts'])
  })

  test('types silenced or forced, and not const, satisfies or renamed imports', () => {
    const text = `
      import { a as b } from './a.ts'
      const c = [1] as const satisfies readonly number[]
      const d = c as unknown
      const e: any = c[0]!
      // as any, written in a comment
      const f = <string>e`
    assert.deepEqual(found(typeOffences(parse(at('src/base/a.ts', text)))), [
      '4 cast',
      '5 any',
      '5 !',
      '7 cast',
    ])
    assert.deepEqual(
      typeOffences(parse(at('src/base/values/ids.ts', 'export const a = b as C'))),
      [],
    )
  })

  test('JSON whose parts are used unchecked', () => {
    const text = `
      const a = JSON.parse(b)
      const c: Mail = JSON.parse(b)
      const d: unknown = JSON.parse(b)
      const e = (): unknown => JSON.parse(b)
      const f = [Mail.parse(JSON.parse(b)), JSON.parse(b).code]
      const g = () => { return JSON.parse(b) }
      async function h(): Promise<unknown> { return JSON.parse(b) }
      type I = ReturnType<typeof JSON.parse>
      assert.deepEqual(JSON.parse(b), 1)`
    assert.deepEqual(found(jsonOffences(parse(at('tests/a.test.ts', text)))), [
      '2 JSON.parse unchecked',
      '3 JSON.parse unchecked',
      '6 JSON.parse unchecked',
      '7 JSON.parse unchecked',
      '9 typeof JSON.parse',
    ])
  })

  test('work left open in any file', () => {
    const word = ['TO', 'DO'].join('')
    assert.deepEqual(found(openOffences(at('docs/a.md', `fine\n${word}: more`))), [`2 ${word}`])
  })

  test('tests left out', () => {
    const text = `test.${'only'}('a', () => {})\ndescribe.${'skip'}('b', () => {})\nt.test('c')`
    assert.deepEqual(found(skippedTestOffences(parse(at('src/base/a.test.ts', text)))), [
      '1 test.only',
      '2 describe.skip',
    ])
  })

  test('time, chance and settings taken from the world', () => {
    const text = `
      const a = Date.now()
      const b = new Date()
      const c = new Date(0)
      const d = Math.random()
      const e = process.env['HOST']
      const f = randomBytes(8)
      const g = crypto.randomUUID()`
    assert.deepEqual(found(reachOffences(parse(at('src/core/ledger/post.ts', text)))), [
      '2 Date.now',
      '3 new Date()',
      '5 Math.random',
      '6 process.env',
      '7 randomBytes',
      '8 randomUUID',
    ])
    const inRoom = at('src/base/clock.ts', 'const a = new Date()')
    assert.deepEqual(reachOffences(parse(inRoom)), [])
    assert.deepEqual(reachOffences(parse(at('src/core/ledger/post.test.ts', text))), [])
  })

  test('plain ids in fields, parameters and variables, and not those of providers', () => {
    const text = `
      type A = Readonly<{ assetId: AssetId; pairId?: number | null }>
      const b = (orderNo: string, holdIds: readonly number[], orderId: string) => orderNo
      const user: number = 1
      const c = { postingId: 1 }`
    assert.deepEqual(found(idOffences(parse(at('src/core/ledger/a.ts', text)))), [
      '2 pairId is a plain number',
      '3 orderNo is a plain string',
      '3 holdIds is a plain number',
      '4 user is a plain number',
    ])
    assert.deepEqual(idOffences(parse(at('src/core/ledger/a.test.ts', text))), [])
    const request = 'const a = (requestId: string, requestIds: readonly RequestId[]) => 1'
    assert.deepEqual(found(idOffences(parse(at('src/app/wallet/a.ts', request)))), [
      '1 requestId is a plain string',
    ])
    assert.deepEqual(idOffences(parse(at('src/platform/http/a.ts', request))), [])
  })

  test('floats in each room that reaches money, and only there', () => {
    const text = `
      Number(a)
      Number.parseFloat(a)
      parseInt(a, 10)
      a.toFixed(2)
      const b = +a
      const c: number = Number.MAX_SAFE_INTEGER`
    const rules = ['2 Number()', '3 .parseFloat()', '4 parseInt()', '5 .toFixed()', '6 unary +']
    const taxes = {
      'src/core/taxes/taxes.ts': `import type { Money } from '../../base/values/money.ts'`,
    }
    const floats = (path: string, imported = '') =>
      found(floatOffences(parse({ ...taxes, [path]: `${imported}${text}` })))
    assert.deepEqual(floats('src/base/values/money.ts'), rules)
    assert.deepEqual(floats('src/core/taxes/rates.ts'), rules)
    assert.deepEqual(floats('src/app/wallet/a.ts', `import '../../core/taxes/taxes.ts'`), rules)
    assert.deepEqual(floats('src/app/pin/a.ts'), [])
    assert.deepEqual(floats('src/base/values/page.ts'), [])
  })

  test('rows that are only claimed, and not the types of values', () => {
    const text = `
      await sql<{ id: number }>\`select id from users\`.execute(tx)
      await sql<UserRow>\`select id from users\`.execute(tx)
      const now = sql<Date>\`now()\`
      const tags = sql<string[]>\`array(select tag from news_tags)\`
      await readRows(tx, { id: 'bigint' })\`select id from users\``
    assert.deepEqual(found(rowOffences(parse(at('src/core/users/users.sql.ts', text)))), [
      '2 claims its rows',
      '3 claims its rows',
    ])
  })

  test('places of one machine, and not paths of URLs or of the project', () => {
    const home = ['', 'home', 'me'].join('/')
    const text = `see ${home}/a.txt\n"${home}"\nhttps://example.com${home}\n./home/a\n/api/home`
    assert.deepEqual(
      placeOffences(at('docs/a.md', text)).map(({ line }) => line),
      [1, 2],
    )
  })

  test('rows due by a time that each row computes anew', () => {
    const text = ['clock', 'statement'].map((of) => `where next_at <= ${of}_timestamp()`).join('\n')
    assert.deepEqual(found(dueOffences(at('src/base/a.sql.ts', text))), [
      '1 is due by clock_timestamp()',
    ])
  })
})
