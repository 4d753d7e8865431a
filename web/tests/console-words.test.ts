import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { breakKinds } from '../../src/backoffice/reconciliation/break.rules.ts'
import { OperatorNotice } from '../../src/core/outbox/notices.ts'
import { jobTexts } from '../console/inbox/job-texts.ts'
import { alertTexts } from '../console/overview/alert-texts.ts'
import { percentOf } from '../console/percent.ts'
import { reasonTexts } from '../console/reason-texts.ts'
import { settingTexts } from '../console/setting-texts.ts'
import { stateTexts } from '../console/state-texts.ts'
import { timelineTexts } from '../console/users/timeline-texts.ts'
import { alertKindTexts } from '../console/words/alert-kind-texts.ts'
import { auditTexts } from '../console/words/audit-texts.ts'

const root = path.join(import.meta.dirname, '../..')
const migrations = path.join(root, 'src/core/database/schema/migrations')

const read = (file: string): Promise<string> => readFile(file, 'utf8')

const matchesIn = (text: string, form: RegExp): readonly string[] =>
  [...text.matchAll(form)].map(([, found = '']) => found)

const namesOf = (texts: object): readonly string[] => Object.keys(texts).toSorted()

/** The keys of all settings that migrations create. */
async function settingKeys(): Promise<ReadonlySet<string>> {
  const keys = matchesIn(
    await read(path.join(migrations, '0007-operators-and-settings/settings.csv')),
    /^([a-z]+\.[a-z_]+),/gm,
  )
  const later: string[] = []
  for await (const file of glob('*.sql', { cwd: migrations })) {
    const text = await read(path.join(migrations, file))
    for (const [, rows = ''] of text.matchAll(/insert into settings [^;]*values([^;]*);/g)) {
      later.push(...matchesIn(rows, /\(\s*'([a-z]+\.[a-z_]+)'/g))
    }
  }
  return new Set([...keys, ...later])
}

test('console and operations guide explain each setting, the console no other', async () => {
  const keys = await settingKeys()
  assert.ok(keys.has('withdrawal.approval_idr') && keys.has('withdrawal.new_account_hours'))
  const { groups, meanings } = settingTexts.id
  assert.deepEqual(namesOf(meanings), [...keys].toSorted())
  assert.deepEqual(
    namesOf(groups),
    [...new Set([...keys].map((key) => key.split('.')[0] ?? ''))].toSorted(),
  )
  const guide = await read(path.join(root, 'docs/operations.md'))
  assert.deepEqual(
    [...keys].filter((key) => !guide.includes(`\`${key}\``)),
    [],
  )
})

test('the console names each job, and no other', async () => {
  const [periodic = '', runner = '', worker = '', ...named] = await Promise.all(
    [
      'src/platform/jobs/periodic-jobs.ts',
      'src/platform/jobs/periodic.ts',
      'src/platform/jobs/worker.ts',
      'src/backoffice/overview/overview-limits.ts',
      'src/backoffice/reconciliation/reconciliation-limits.ts',
    ].map((file) => read(path.join(root, file))),
  )
  const [, listed = ''] = worker.split('DeliveryJob]: Work } = {')
  const jobs = [
    ...matchesIn(`${periodic}${runner}`, /^ {4}name: '([^']+)',$/gm),
    ...matchesIn(listed.split('\n}')[0] ?? '', /^ {2}'?([a-z-]+)'?(?:: [a-zA-Z]+)?,$/gm),
    ...named.flatMap((text) => matchesIn(text, /export const [a-z]+Job = '([^']+)'/g)),
  ]
  assert.ok(jobs.includes('settle orders') && jobs.includes('send-urgent-mails'))
  assert.deepEqual(namesOf(jobTexts.id), jobs.toSorted())
})

test('the console has words for each action of operators', async () => {
  const { nouns, verbs } = auditTexts.id
  const actions = new Set<string>()
  for await (const file of glob('src/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue
    const source = await read(path.join(root, file))
    for (const action of matchesIn(source, /action: '([a-z-]+\.[a-z-]+)'/g)) actions.add(action)
  }
  assert.ok(actions.has('user.suspend') && actions.size > 80)
  const missing = [...actions].filter((action) => {
    const [noun = '', verb = ''] = action.split('.')
    return !Object.hasOwn(nouns, noun) || !Object.hasOwn(verbs, verb)
  })
  assert.deepEqual(missing, [])
})

/** Tables whose items the console shows in lists of items of all kinds. */
const shownTables = [
  'cash_deposits',
  'coin_deposits',
  'failed_sign_ins',
  'identity_histories',
  'inbox',
  'orders',
  'suspense_items',
  'users',
  'withdrawals',
]

test('the console names each state of an item', async () => {
  const schema = await read(path.join(root, 'docs/schema.sql'))
  const states = shownTables.flatMap((table) => {
    const checks = `constraint ${table}_(?:state|status|reason|identity_status)_check CHECK (.*)`
    return matchesIn(schema, new RegExp(checks, 'g')).flatMap((check) =>
      matchesIn(check.toLowerCase(), /'([a-z_-]+)'::text/g),
    )
  })
  assert.ok(states.includes('pending_approval') && states.includes('wrong-password'))
  assert.deepEqual(
    states.filter((state) => !Object.hasOwn(stateTexts.id, state)),
    [],
  )
})

test('the console names each reason why something waits', async () => {
  const reasons = new Set<string>(breakKinds)
  for await (const file of glob('src/{app,callbacks}/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue
    const source = await read(path.join(root, file))
    const forms = [
      /(?:suspense: |review: .*?|[a-z]Reason = )'([a-z]+(?:-[a-z]+)+)'/g,
      /(?:insertSuspense|inWords)[\s\S]{0,200}? reason: '([a-z-]+)'/g,
      ...(file.includes('/withdrawals/requests/') ? [/\['((?:a|the|no|prices) [a-z ]+)'\]/g] : []),
    ]
    for (const form of forms) for (const reason of matchesIn(source, form)) reasons.add(reason)
  }
  for (const size of ['large', 'very large'])
    for (const sum of ['amount', 'sum to this destination within 24 hours'])
      reasons.add(`${size} ${sum}`).add(`${size} sum to new destinations within 24 hours`)
  assert.ok(['a new device', 'unknown-qr-code', 'duplicate-proof'].every((one) => reasons.has(one)))
  assert.deepEqual(
    [...reasons].filter((reason) => !Object.hasOwn(reasonTexts.id, reason)),
    [],
  )
})

test("a user's timeline has words for each code of its entries", async () => {
  const schema = await read(path.join(root, 'docs/schema.sql'))
  const checks = [
    'identity_histories_service',
    'cash_deposits_method',
    'orders_side',
    'orders_type',
    'withdrawals_kind',
  ]
  const codes = checks.flatMap((name) =>
    matchesIn(schema, new RegExp(`constraint ${name}_check CHECK (.*)`, 'g')).flatMap((check) =>
      matchesIn(check, /'([A-Z]+)'::text/g),
    ),
  )
  const named = namesOf(timelineTexts.id).filter((name) => /^[A-Z]+$/.test(name))
  assert.deepEqual(named, codes.toSorted())
})

test('the console names each kind of alert, and no other', () => {
  assert.deepEqual(namesOf(alertKindTexts.id), OperatorNotice.shape.kind.options.toSorted())
})

test('the console names the facts of alerts', async () => {
  const facts = new Set<string>()
  for await (const file of glob('src/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue
    const source = await read(path.join(root, file))
    const notices = matchesIn(source, /to: 'operator',([\s\S]{0,900}?data: \{[^{}]*\})/g)
    for (const notice of notices) {
      const [data = ''] = matchesIn(notice, /data: \{([^{}]*)\}$/g)
      for (const fact of matchesIn(data, /(?:^|[{,])\s*([a-zA-Z]+)\s*(?=:|,|$)/g)) facts.add(fact)
    }
  }
  assert.ok(facts.has('worstPrice') && facts.size > 40, [...facts].join(' '))
  assert.deepEqual(
    [...facts].filter((fact) => !Object.hasOwn(alertTexts.id, fact)),
    [],
  )
})

test('pages, messages and refusals have one word for an order, and one for a deposit', async () => {
  const found: string[] = []
  const places = [
    'web/**/*.{ts,tsx}',
    'src/core/outbox/texts/*.json',
    'src/platform/http/errors/texts/*.json',
  ]
  for await (const file of glob(places, { cwd: root })) {
    if (file.endsWith('.test.ts')) continue
    const text = await read(path.join(root, file))
    found.push(...matchesIn(text, /\b(pesanan|setoran)\b/gi).map((word) => `${file}: ${word}`))
  }
  assert.deepEqual(found, [])
})

test('a share is shown in per cent, exactly', () => {
  const shares = ['0', '1', '7000', '10000', '100000', '1000000', '2100'].map(percentOf)
  assert.deepEqual(shares, ['0', '0.0001', '0.7', '1', '10', '100', '0.21'])
})
