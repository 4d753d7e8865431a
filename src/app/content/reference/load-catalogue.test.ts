import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { editItem } from '../../../../tests/make/edits.ts'
import { makeFirstAdmin } from '../../../../tests/make/operator.ts'
import { putAgreed } from '../../../../tests/make/proposals.ts'
import { listAssets } from '../../../core/reference/assets.sql.ts'
import { findBank } from '../../../core/reference/banks.sql.ts'
import { loadBanks, loadPaydBanks } from './load-banks.ts'
import { loadNetworks } from './load-networks.ts'

const waysOf = async (tukar: Tukar, symbol: string, network: string) => {
  const asset = (await listAssets(tukar.service.ctx.db)).find((one) => one.symbol === symbol)
  const found = asset?.networks.find((one) => one.network === network)
  return [found?.depositActive, found?.withdrawActive]
}

describe('coins', () => {
  test('that custody has as we do stay open', async (t) => {
    const tukar = await startTukar(t)
    const { complete, lines } = await loadNetworks(tukar.service.ctx)
    assert.deepEqual([complete, lines.length], [true, 9])
    for (const line of lines) assert.match(line, /: listed$/)
  })

  test('that custody does not have, or counts otherwise, are closed', async (t) => {
    const tukar = await startTukar(t)
    const { db } = tukar.service.ctx
    await db.pool.query(`update custody_assets set custody_id = 'SOL_OLD' where custody_id = 'SOL'`)
    await db.pool.query(`update assets set scale = 8 where symbol = 'TRX'`)
    const { lines } = await loadNetworks(tukar.service.ctx)
    const closed = lines.filter((line) => !line.endsWith(': listed'))
    assert.deepEqual(closed, [
      "asset SOL over SOL (custody's SOL_OLD): closed now: custody has no such asset",
      "asset TRX over TRX (custody's TRX): closed now: custody counts 6 decimals, and we count 8",
    ])
    assert.deepEqual(await waysOf(tukar, 'SOL', 'SOL'), [false, false])
    assert.deepEqual(await waysOf(tukar, 'TRX', 'TRX'), [false, false])
    const again = await loadNetworks(tukar.service.ctx)
    assert.match(again.lines.join('\n'), /SOL_OLD\): closed, and custody has no such asset$/m)
  })

  test('that an operator opened stay open', async (t) => {
    const tukar = await startTukar(t)
    const admin = await makeFirstAdmin(tukar)
    const path = 'assets/SOL/networks/SOL'
    const closed = await editItem(tukar, admin, path, { depositActive: false })
    assert.equal(closed.status, 200, closed.text)
    await putAgreed(tukar, admin, path, { depositActive: true })
    const { db } = tukar.service.ctx
    await db.pool.query(`update custody_assets set custody_id = 'SOL_OLD' where custody_id = 'SOL'`)
    const { lines } = await loadNetworks(tukar.service.ctx)
    assert.match(lines.join('\n'), /SOL_OLD\): closed now: .*; an operator left it open$/m)
    assert.deepEqual(await waysOf(tukar, 'SOL', 'SOL'), [true, false])
  })

  test('stay as they are while custody is away', async (t) => {
    const tukar = await startTukar(t)
    await tukar.control('POST', '/faults', { provider: 'custody', fault: 'error-500' })
    const { complete } = await loadNetworks(tukar.service.ctx)
    assert.equal(complete, false)
    assert.deepEqual(await waysOf(tukar, 'SOL', 'SOL'), [true, true])
  })
})

describe('banks', () => {
  test('get the payout code that they lack, and keep the others', async (t) => {
    const tukar = await startTukar(t)
    const { db } = tukar.service.ctx
    await db.pool.query(`update banks set payx_payout_code = null where short_name = 'BCA'`)
    const first = await loadBanks(tukar.service.ctx)
    assert.equal(first.complete, true)
    const entered = 'bank BCA: payouts by payx as ID_BCA'
    assert.ok(first.lines.includes(entered), first.lines.join('\n'))
    const bank = await findBank(db, '014')
    assert.equal(bank?.payxPayoutCode, 'ID_BCA')
    const second = await loadBanks(tukar.service.ctx)
    assert.ok(!second.lines.some((line) => line.startsWith('bank ')), second.lines.join('\n'))
  })

  test('that payx does not list are reported and kept', async (t) => {
    const tukar = await startTukar(t)
    const { db } = tukar.service.ctx
    await db.pool.query(`update banks set payx_payout_code = 'ID_OLD' where code = '490'`)
    const { lines } = await loadBanks(tukar.service.ctx)
    const named = 'payx does not list for payouts: Neo Commerce; ask payx, or hide them'
    assert.ok(lines.includes(named), lines.join('\n'))
    assert.ok(lines.includes('not offered for virtual accounts: BSS'), lines.join('\n'))
    assert.equal((await findBank(db, '490'))?.payxPayoutCode, 'ID_OLD')
  })

  test('stay as they are while payx is away', async (t) => {
    const tukar = await startTukar(t)
    await tukar.control('POST', '/faults', { provider: 'payx', fault: 'error-500' })
    const { complete, lines } = await loadBanks(tukar.service.ctx)
    assert.equal(complete, false)
    assert.deepEqual(lines, ['payx: no list of banks; ours stay as they are'])
  })

  test('of payd are cached as it lists them, and counted', async (t) => {
    const tukar = await startTukar(t)
    const loaded = await loadPaydBanks(tukar.service.ctx)
    assert.equal(loaded.complete, true)
    assert.match(String(loaded.lines), /^payd lists \d\d banks$/)
    const other = await startTukar(t)
    await other.control('POST', '/faults', { provider: 'payd', fault: 'error-500' })
    const away = await loadPaydBanks(other.service.ctx)
    assert.deepEqual(away, { complete: false, lines: ['payd: no list of banks'] })
  })
})
