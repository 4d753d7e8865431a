import { house } from '../../src/core/ledger/accounts.ts'
import type { Answer, Tukar } from '../harness.ts'
import { move, post, posting } from './ledger.ts'
import type { SignedInOperator } from './operator.ts'
import { agreeAll } from './proposals.ts'
import { taxed, tradeTax } from './taxes.ts'
import { expectOk, type Trader } from './trader.ts'

/** A receipt of the treasury, for a month. */
export const receiptOf = (month: string): string => `NTPN${month.replace('-', '')}000000`

/** Proposes one of the changes that two operators make about taxes. */
export const proposeTax = (
  tukar: Tukar,
  { token }: SignedInOperator,
  path: string,
  body: object,
): Promise<Answer> =>
  tukar.call('POST', `/operator/api/${path}`, { token, body: { reason: 'taxes', ...body } })

/** Proposes it, and lets another operator agree. */
export async function agreedTax(
  tukar: Tukar,
  by: SignedInOperator,
  path: string,
  body: object,
): Promise<void> {
  const { body: answer, ...rest } = await proposeTax(tukar, by, path, body)
  await agreeAll(tukar, { ...rest, body: { ...answer, data: { proposal: answer.data } } })
}

/** Closes a month. */
export const closeMonth = (tukar: Tukar, by: SignedInOperator, month: string) =>
  agreedTax(tukar, by, 'tax-months', { month })

/** Records taxes of 3,360 rupiah each, with what the house owes for them. */
export async function traded(
  { service }: Tukar,
  { id }: Pick<Trader, 'id'>,
  ...days: readonly string[]
): Promise<void> {
  for (const day of days) {
    const tax = tradeTax(id, { tradedAt: new Date(`${day}T05:00:00Z`) })
    await taxed(service.ctx.db, tax)
    const owed = move(house('venue'), house('tax'), tax.rupiah.tax)
    await post(service.ctx.db, posting(`fill:${tax.tradeKey}`, owed))
  }
}

/** The closed months, newest first. */
export async function taxMonths(tukar: Tukar, { token }: SignedInOperator) {
  const answer = await tukar.call('GET', '/operator/api/tax-months', { token })
  expectOk(answer)
  return answer.body.data.data
}

/** Books the payment of what is due of the last closed month; returns the month. */
export async function payLast(tukar: Tukar, by: SignedInOperator) {
  const [month] = await taxMonths(tukar, by)
  const receipts = {
    ...(month.taxDueIdr !== '0' && { taxReceipt: receiptOf(month.month) }),
    ...(month.vatDueIdr !== '0' && { vatReceipt: receiptOf(month.month) }),
  }
  if (Object.keys(receipts).length > 0) {
    await agreedTax(tukar, by, `tax-months/${month.month}/payment`, receipts)
  }
  return month
}

/** The cells of a month's file, by the names of their columns. */
export async function recordsOf(tukar: Tukar, { token }: SignedInOperator, month: string) {
  const answer = await tukar.call('GET', `/operator/api/tax-months/${month}/file`, { token })
  const [head = '', ...lines] = answer.text.replace('\ufeff', '').trim().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.match(/"(?:[^"]|"")*"|[^,]+|(?<=,)(?=,|$)/g) ?? []
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
  })
}
