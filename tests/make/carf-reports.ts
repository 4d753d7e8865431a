import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { sql } from 'kysely'
import { drawCarfReports } from '../../src/backoffice/carf/draw-carf-report.ts'
import type { Tukar } from '../harness.ts'
import { makeFirstAdmin, makeOperator, type SignedInOperator } from './operator.ts'
import { leaderOf } from './payx.ts'
import { expectOk, type Trader } from './trader.ts'

export const year = new Date().getUTCFullYear() - 1
export const during = `${year}-06-15T05:00:00Z`
const schema = path.join(import.meta.dirname, 'carf-schema/carf.xsd')
export const reports = '/operator/api/carf-reports'

/** xmllint is of Debian's package `libxml2-utils`; `.ci/run` reports if it is not installed. */
const isMissing = spawnSync('xmllint', ['--version']).error !== undefined
export const withXmllint = { skip: isMissing && 'xmllint is not installed' }
export const valid = isMissing ? 'unchecked' : 'valid'
export const noProblems = isMissing ? 'xmllint is not installed' : null

export const run = ({ service }: Tukar, statement: ReturnType<typeof sql>) =>
  statement.execute(service.ctx.db.read)

type Fill = Readonly<{
  pair?: string
  side: 'BUY' | 'SELL'
  volume: bigint
  amount: bigint
  fee: bigint
  tax?: bigint
  at?: string
}>

let trades = 0

/**
 * Stores an executed trade of a user: units of base and quote, fee and tax of what is received.
 * Returns its id.
 */
export async function trade(tukar: Tukar, { id }: Pick<Trader, 'id'>, fill: Fill): Promise<string> {
  trades += 1
  const { pair = 'BTC_IDR', side, volume, amount, fee, tax = 0n, at = during } = fill
  await run(
    tukar,
    sql`
      with placed as (
        insert into orders (order_no, user_id, pair_id, side, type, volume, price, fee_ppm, held,
          status, absent_after, ended_at)
        select ${`CARF-${trades}`}, ${id}, p.id, ${side}, 'LIMIT', ${volume}, 1, 0, 1, 'DONE',
          now(), now()
        from pairs p where p.tx_pair = ${pair} returning id, pair_id)
      insert into fills (pair_id, trade_id, side, order_id, user_id, price, volume, quote_exact,
        commission, amount, fee, tax, vat_idr, traded_at)
      select pair_id, ${`${trades}`}, ${side}, id, ${id}, 1, ${volume}, 0, 0, ${amount}, ${fee},
        ${tax}, 0, ${at}::timestamptz
      from placed`,
  )
  return `${trades}`
}

/** States what one bitcoin and one USDT are worth, for every hour of the report's day. */
export const price = (tukar: Tukar) =>
  run(
    tukar,
    sql`insert into rupiah_rates (asset_id, hour, rate)
      select a.id, date_trunc('day', ${during}::timestamptz) + make_interval(hours => h),
        case a.symbol when 'BTC' then 100000000000 else 1500000 end
      from assets a, generate_series(0, 23) h where a.symbol in ('BTC', 'USDT')`,
  )

export async function request(tukar: Tukar, { token }: SignedInOperator): Promise<number> {
  const answer = await tukar.call('POST', reports, { token, body: { year } })
  expectOk(answer)
  const { ctx } = await leaderOf(tukar)
  await drawCarfReports({ ...ctx, config: { ...ctx.config, carfSchema: schema } }, 2)
  return answer.body.data.id
}

export async function shown(tukar: Tukar, { token }: SignedInOperator, id: number) {
  const answer = await tukar.call('GET', `${reports}/${id}`, { token })
  expectOk(answer)
  return answer.body.data
}

export async function fileOf(tukar: Tukar, { token }: SignedInOperator, id: number, query: string) {
  const answer = await tukar.call('GET', `${reports}/${id}/file?${query}`, { token })
  assert.equal(answer.status, 200, answer.text)
  return answer.text
}

/** The figures in the CSV: asset, category, transactions, units, rupiah. */
export async function figuresIn(tukar: Tukar, operator: SignedInOperator, id: number) {
  const [, ...lines] = (await fileOf(tukar, operator, id, 'format=csv')).trim().split('\r\n')
  return lines.map((line) => line.split(',').slice(-6)).map(([a, , ...rest]) => [a, ...rest])
}

export async function release(tukar: Tukar, id: number, ...by: readonly SignedInOperator[]) {
  const answers = []
  for (const { token } of by) {
    answers.push(await tukar.call('POST', `${reports}/${id}/release`, { token, body: {} }))
  }
  return answers
}

export const twoOperators = async (tukar: Tukar) => {
  const admin = await makeFirstAdmin(tukar)
  return [
    await makeOperator(tukar, 'finance', admin),
    await makeOperator(tukar, 'finance', admin),
  ] as const
}
