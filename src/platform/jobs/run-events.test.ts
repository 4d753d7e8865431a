import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../tests/database.ts'
import { eventually } from '../../../tests/harness.ts'
import { httpContext } from '../../../tests/make/http-context.ts'
import { raiseEpoch } from '../../../tests/make/inbox-node.ts'
import { insertFacts } from '../../core/facts/facts.sql.ts'
import { refreshRecording } from '../../core/facts/recording.ts'
import { runEvents } from './run-events.ts'

test('a leader that was not trusted for a moment goes on to publish', async (t) => {
  const { url: databaseUrl, db } = await testDatabase(t)
  const epoch = await raiseEpoch(db)
  let looks = 0
  let trusted = false
  let heard = () => {}
  const node = httpContext(t, { databaseUrl, config: { recordEvents: true } })
  const { clock, config, log, random } = node
  await refreshRecording(node)
  const leadership = {
    current: () => {
      looks += 1
      return trusted ? { epoch } : null
    },
    leaderUrl: () => Promise.resolve(null),
    onChange: (listener: (term: { epoch: number }) => void) => {
      heard = () => listener({ epoch })
      return () => undefined
    },
    stop: () => Promise.resolve(),
  }
  t.after(runEvents({ clock, config, db: node.db, leadership, log, random }, []))
  await eventually('a look without trust', async () => looks > 0)
  const item = { userId: 7 }
  await db.inTransaction(async (tx) =>
    insertFacts(tx, [{ type: 'account.registered', user: null, subject: '7', key: '7', item }]),
  )
  trusted = true
  heard()
  const events = await eventually('the event', async () => {
    const found = await db.read.selectFrom('published_events').select(['type', 'item']).execute()
    return found.length > 0 && found
  })
  assert.deepEqual(events, [{ type: 'account.registered', item }])
})
