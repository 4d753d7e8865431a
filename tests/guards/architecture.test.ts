import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  barrelOffences,
  cycleOffences,
  emptyRoomOffences,
  floorOffences,
  folderCycleOffences,
  folderSizeOffences,
  nameOffences,
  packageOffences,
  roomOffences,
  rulesOffences,
  sandboxOffences,
  tableOffences,
} from './architecture.ts'
import {
  assertNone,
  type Files,
  type Offence,
  parse,
  projectFiles,
  projectSources,
} from './source.ts'
import { transactionOffences } from './transactions.ts'

const files = projectFiles()
const paths = Object.keys(files)
const sources = projectSources()
const stylesheets = paths.filter((path) => path.endsWith('.css')).map((path) => files[path] ?? '')

function packages() {
  const manifest: unknown = JSON.parse(files['package.json'] ?? '{}')
  assert.ok(typeof manifest === 'object' && manifest !== null)
  assert.ok('dependencies' in manifest && 'devDependencies' in manifest)
  const { dependencies, devDependencies } = manifest
  return {
    dependencies: new Set(Object.keys(dependencies ?? {})),
    devDependencies: new Set(Object.keys(devDependencies ?? {})),
  }
}

describe('the architecture of this source', () => {
  test('every file of src is in a known room', () => assertNone(roomOffences(paths)))
  test('every known room holds a file of src', () => assertNone(emptyRoomOffences(paths)))
  test('no folder holds more than a reader can survey', () => assertNone(folderSizeOffences(paths)))
  test('imports go only downwards', () => assertNone(floorOffences(sources)))
  test('rules are pure', () => assertNone(rulesOffences(sources)))
  test('there is no import cycle', () => assertNone(cycleOffences(sources)))
  test('no sibling folders reach each other', () => assertNone(folderCycleOffences(sources)))
  test('each table is written by one room', () => assertNone(tableOffences(sources)))
  test('every second transaction is explained', () => assertNone(transactionOffences(sources)))
  test('the sandbox imports nothing of the service', () => assertNone(sandboxOffences(sources)))
  test('production installs only the packages that the service imports', () =>
    assertNone(packageOffences(sources, packages(), stylesheets)))
  test('file names match their contents', () => assertNone(nameOffences(paths)))
  test('no file is a barrel', () => assertNone(barrelOffences(sources)))
})

/** Where the rule found fault, as `path:line`. */
const places = (offences: readonly Offence[]): readonly string[] =>
  offences.map(({ path, line }) => `${path}:${line}`)

const floors = (sample: Files) => places(floorOffences(parse(sample)))

describe('the floor rule finds', () => {
  test('an import up', () => {
    const sample = { 'src/core/ledger/post.ts': `\nimport { a } from '../../app/pin/a.ts'\n` }
    assert.deepEqual(floors(sample), ['src/core/ledger/post.ts:2'])
  })

  test('a type-only import up', () => {
    const sample = {
      'src/base/values/money.ts': `import type { Config } from '../../platform/config/config.ts'`,
    }
    assert.deepEqual(floors(sample), ['src/base/values/money.ts:1'])
  })

  test('a type named by import() up', () => {
    const sample = {
      'src/base/clock.ts': `export type C = import('../platform/config/config.ts').Config`,
    }
    assert.deepEqual(floors(sample), ['src/base/clock.ts:1'])
  })

  test('a run-time import up, and one it cannot read', () => {
    const sample = {
      'src/base/clock.ts': `await import('../platform/config/config.ts')\nawait import(somewhere)`,
    }
    assert.deepEqual(floors(sample), ['src/base/clock.ts:1', 'src/base/clock.ts:2'])
  })

  test('one feature, callback or provider importing another', () => {
    const sample = {
      'src/app/pin/routes.ts': `import { a } from '../wallet/list-coins.ts'`,
      'src/callbacks/payx/routes.ts': `import { a } from '../payd/notify.ts'`,
      'src/providers/payx/payx.ts': `import { a } from '../payd/payd.ts'`,
    }
    assert.deepEqual([...floors(sample)].sort(), [
      'src/app/pin/routes.ts:1',
      'src/callbacks/payx/routes.ts:1',
      'src/providers/payx/payx.ts:1',
    ])
  })

  test('the ledger knowing the inbox, and users knowing the ledger', () => {
    const sample = {
      'src/core/ledger/post.ts': `import { a } from '../inbox/apply.ts'`,
      'src/core/users/users.sql.ts': `import { a } from '../ledger/post.ts'`,
    }
    assert.deepEqual(floors(sample), ['src/core/ledger/post.ts:1', 'src/core/users/users.sql.ts:1'])
  })

  test('the backoffice using more of the app than its views', () => {
    const sample = {
      'src/backoffice/identities/list.ts': `import { a } from '../../app/identity/read-card.ts'
        import { b } from '../../app/identity/cards.sql.ts'
        import { c } from '../../app/identity/identity-limits.ts'`,
    }
    assert.deepEqual(floors(sample), ['src/backoffice/identities/list.ts:1'])
  })

  test('core knowing HTTP, a provider or a page', () => {
    const sample = {
      'src/core/inbox/sweep.ts': `import { a } from '../../platform/http/json.ts'
        import type { b } from '../../providers/payx/payx.ts'
        import { c } from '../../base/values/money.ts'
        import type { Context } from '../../context.ts'`,
    }
    assert.deepEqual(floors(sample), ['src/core/inbox/sweep.ts:1', 'src/core/inbox/sweep.ts:2'])
  })

  test('SQL importing its use case, and a use case importing its routes', () => {
    const sample = {
      'src/app/pin/routes.ts': `import { a } from 'zod'`,
      'src/app/pin/pins.sql.ts': `import { a } from './create-pin.ts'`,
      'src/app/pin/create-pin.ts': `import { a } from './routes.ts'`,
      'src/app/pin/operator-routes.ts': `import { a } from 'zod'`,
      'src/app/pin/edit-pin.ts': `import { a } from './operator-routes.ts'`,
    }
    assert.deepEqual(floors(sample), [
      'src/app/pin/create-pin.ts:1',
      'src/app/pin/edit-pin.ts:1',
      'src/app/pin/pins.sql.ts:1',
    ])
  })

  test('the service importing the sandbox or tests, types of the emulators excepted', () => {
    const sample = {
      'src/main.ts': `import type { A } from '../sandbox/sandbox.ts'`,
      'src/emulators.ts': `import type { A } from '../sandbox/sandbox.ts'
        import { b } from '../sandbox/sandbox.ts'
        import { c } from '../tests/harness.ts'`,
    }
    assert.deepEqual(floors(sample), ['src/emulators.ts:2', 'src/emulators.ts:3', 'src/main.ts:1'])
  })

  test('nothing in imports that go down', () => {
    const sample = {
      'src/app/pin/routes.ts': `import { a } from './create-pin.ts'`,
      'src/app/pin/create-pin.ts': `
        import { a } from './pins.sql.ts'
        import { b } from '../../platform/access/signed-in.ts'
        import { c } from '../../platform/http/endpoint.ts'
        import { d } from '../../base/values/money.ts'`,
      'src/platform/http/route.ts': `import type { Context } from '../../context.ts'`,
      'src/core/inbox/apply.ts': `import { a } from '../outbox/enqueue.ts'`,
      'src/providers/payx/payx.ts': `import { a } from '../json-client.ts'`,
    }
    assert.deepEqual(floors(sample), [])
  })
})

describe('the other rules find', () => {
  test('files in no room', () => {
    const lost = ['src/thing.ts', 'src/app/lottery/routes.ts', 'src/app/routes.ts']
    const known = [
      'src/main.ts',
      'src/emulators.ts',
      'src/core/ledger/post.ts',
      'src/app/pin/routes.ts',
    ]
    assert.deepEqual(
      places(roomOffences([...lost, ...known])),
      lost.map((path) => `${path}:1`),
    )
  })

  test('rooms that hold no file, or tests only', () => {
    const held = paths.filter((path) => !/^src\/(?:main\.ts|core\/ledger\/)/.test(path))
    const found = emptyRoomOffences([...held, 'src/main.test.ts', 'sandbox/ledger/a.ts'])
    assert.deepEqual(
      found.map(({ rule }) => rule),
      ['main', 'ledger'].map((room) => `no file stands in the room ${room}`),
    )
  })

  test('a folder of too many files', () => {
    const files = Array.from({ length: 26 }, (_, n) => `src/core/ledger/file-${n}.ts`)
    const tested = files.map((path) => path.replace('.ts', '.test.ts'))
    assert.deepEqual(folderSizeOffences([...files.slice(1), ...tested]), [])
    assert.deepEqual(places(folderSizeOffences(files)), ['src/core/ledger:1'])
  })

  test('rules that reach for SQL, Node or a package', () => {
    const sample = {
      'src/app/pin/pin.rules.ts': `
        import { a } from './pins.sql.ts'
        import { b } from 'node:fs'
        import { z } from 'zod'
        import type { d } from './pins.sql.ts'
        import { c } from '../../base/values/money.ts'`,
    }
    assert.deepEqual(
      places(rulesOffences(parse(sample))),
      [2, 3, 4].map((line) => `src/app/pin/pin.rules.ts:${line}`),
    )
  })

  test('cycles of files, and of rooms without cycles of files', () => {
    const ofFiles = {
      'src/base/a.ts': `import { b } from './b.ts'`,
      'src/base/b.ts': `import { c } from './c.ts'`,
      'src/base/c.ts': `import type { a } from './a.ts'`,
    }
    const ofRooms = {
      'src/core/inbox/a.ts': `import { b } from '../outbox/b.ts'`,
      'src/core/outbox/c.ts': `import { d } from '../inbox/d.ts'`,
    }
    assert.match(
      cycleOffences(parse(ofFiles))[0]?.rule ?? '',
      /src\/base\/a.ts > src\/base\/b.ts > src\/base\/c.ts > src\/base\/a.ts/,
    )
    assert.match(cycleOffences(parse(ofRooms))[0]?.rule ?? '', /inbox > outbox > inbox/)
  })

  test('cycles of sibling folders without cycles of files and rooms', () => {
    const sample = {
      'src/app/pin/a/one.ts': `import type { b } from '../b/two.ts'`,
      'src/app/pin/b/three.ts': `import { c } from '../c/deep/four.ts'`,
      'src/app/pin/c/five.ts': `import { a } from '../a/six.ts'`,
      'src/app/pin/c/five.test.ts': `import { a } from '../d/seven.ts'`,
      'src/app/pin/d/seven.ts': `import { a } from '../c/five.ts'\nimport '../top.ts'`,
      'src/app/pin/top.ts': `import { a } from './d/seven.ts'`,
    }
    assert.deepEqual(
      folderCycleOffences(parse(sample)).map(({ path, rule }) => `${path}: ${rule}`),
      ['src/app/pin/a: folder cycle a > b > c > a'],
    )
  })

  test('a table written by two rooms, by builder or by SQL', () => {
    const sample = {
      'src/core/ledger/balances.sql.ts': 'sql`\n  update balances as b set units = 1`',
      'src/app/wallet/a.ts': `tx.insertInto('balances')`,
      'src/app/pin/b.ts': 'sql`with x as (delete from public."balances" where 1=1) select 1`',
      'src/platform/jobs/d.ts': `await deleteInSteps(db, 'balances', due)`,
      'src/core/users/e.ts': `sendRows(tx, 'balances', rows)`,
      'src/app/trading/c.ts': `'select 1 from balances for update of balances'`,
    }
    assert.deepEqual(places(tableOffences(parse(sample))), [
      'src/app/wallet/a.ts:1',
      'src/core/ledger/balances.sql.ts:2',
      'src/core/users/e.ts:1',
      'src/platform/jobs/d.ts:1',
    ])
  })

  test('a sandbox that imports the service', () => {
    const sample = { 'sandbox/payx.ts': `import { a } from '../src/base/values/money.ts'` }
    assert.deepEqual(places(sandboxOffences(parse(sample))), ['sandbox/payx.ts:1'])
  })

  test('a panel that imports more than it may', () => {
    const sample = {
      'sandbox/panel/panel.ts': `import { a } from '../../src/platform/http/pages/bundle.ts'
        import { b } from '../../src/platform/http/envelope.ts'`,
      'sandbox/panel/create-trader.ts': `import { a } from '../../demo/newcomer.ts'
        import { b } from '../../src/platform/http/pages/bundle.ts'`,
    }
    assert.deepEqual(places(sandboxOffences(parse(sample))), [
      'sandbox/panel/create-trader.ts:2',
      'sandbox/panel/panel.ts:2',
    ])
  })

  test('development packages in production code, unlisted packages, and unused ones', () => {
    const sample = {
      'src/base/values/money.ts': `import { BigNumber } from 'bignumber.js'\nimport fs from 'fs'`,
      'src/base/values/phone.ts': `import { z } from 'zod'\nimport.meta.resolve('some-viewer/a')`,
      'sandbox/mail/emulator.ts': `import { SMTPServer } from 'smtp-server'\nimport a from 'left'`,
      'src/base/values/money.test.ts': `import fc from 'fast-check'`,
    }
    const dependencies = new Set(['node', 'some-viewer', 'ws', 'zod'])
    const devDependencies = new Set(['bignumber.js', 'fast-check', 'smtp-server'])
    const found = packageOffences(parse(sample), { dependencies, devDependencies })
    assert.deepEqual(places(found), [
      'sandbox/mail/emulator.ts:2',
      'src/base/values/money.ts:1',
      'src/base/values/money.ts:2',
      'package.json:1',
    ])
    assert.match(found.at(-1)?.rule ?? '', /^ws is installed in production/)
  })

  test('names without meaning, not in kebab-case, or with a version number', () => {
    const bad = ['src/base/utils.ts', 'src/base/moneyThing.ts', 'src/v2/a.ts', 'tests/index.ts']
    assert.deepEqual(
      places(nameOffences([...bad, 'src/app/pin/pin.rules.test.ts'])),
      bad.map((path) => `${path}:1`),
    )
  })

  test('a file that passes on all of another, or does nothing but pass on', () => {
    const sample = {
      'src/base/all.ts': `const a = 1\nexport * from './money.ts'`,
      'src/base/some.ts': `export { zero } from './money.ts'`,
      'src/base/work.ts': `export { zero } from './money.ts'\nexport const a = 1`,
    }
    assert.deepEqual(places(barrelOffences(parse(sample))), [
      'src/base/all.ts:2',
      'src/base/some.ts:1',
    ])
  })
})

const transactions = (sample: Files) => places(transactionOffences(parse(sample)))

describe('the transaction rule finds', () => {
  test('a nested transaction on one path, direct or in a callee, however imported', () => {
    const sample = {
      'src/app/pin/create-pin.ts': `
        import { note as noteIt } from '../../platform/jobs/note.ts'
        export async function twice(db) {
          await db.inTransaction(work)
          await db.inTransaction(work)
        }
        export const calls = async (db) => { await grouped(db); return noteIt(db) }
        export async function onFailure(db) {
          try { return await db.inTransaction(work) } catch { await noteIt(db) }
        }
        export const byDefault = async (db) => { await commit(db); await noteIt(db) }
        const grouped = inGroups((db) => db.inTransaction(work))
        function commit(db, run = db.inTransaction) { return run(work) }`,
      'src/platform/jobs/note.ts': `export const note = (db) => db.inTransaction(work)`,
    }
    assert.deepEqual(
      transactions(sample),
      [3, 7, 8, 11].map((line) => `src/app/pin/create-pin.ts:${line}`),
    )
  })

  test('a reason for only one of them, and no reason', () => {
    const sample = {
      'src/platform/access/a.ts': `/** @transactions it is noted first */
        export const one = (db) => db.inTransaction(work)`,
      'src/platform/access/b.ts': `/** @transactions */
        export const two = async (db) => { await db.inTransaction(a); await db.inTransaction(b) }`,
    }
    assert.deepEqual(transactions(sample), [
      'src/platform/access/a.ts:2',
      'src/platform/access/b.ts:2',
    ])
  })

  test('nothing in two exclusive branches, in a refusal before, or with a reason', () => {
    const sample = {
      'src/app/pin/a.ts': `
        export const either = (db, is) => is ? db.inTransaction(a) : db.inTransaction(b)
        export async function early(db, is) {
          if (is) return db.inTransaction(a)
          return db.inTransaction(b)
        }
        export async function checks(db) { await refusing(db, 1); return early(db) }
        async function refusing(db, is) {
          if (is) { await db.inTransaction(a); return refuse('api.not_found') }
        }
        export const given = (db) => commit(db, (work) => early(db, work))
        function commit(db, run = db.inTransaction) { return run(work) }
        /**
         * Holds the money, sends it, and reports so.
         *
         * @transactions the provider is called in between.
         */
        export async function send(db) { await early(db); await db.inTransaction(b) }
        export const sends = (db) => send(db)`,
    }
    assert.deepEqual(transactions(sample), [])
  })
})
