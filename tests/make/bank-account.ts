import type { Tukar } from '../harness.ts'
import { expectOk, type Trader } from './trader.ts'

export const bankFields = {
  bankId: '014',
  bankName: 'Bank Contoh',
  account: '0081234567',
  bankOwner: 'Siti Contoh',
  address: 'Jalan Contoh 1, Jakarta',
}

type Asker = Pick<Trader, 'token'>

export const addBank = (tukar: Tukar, { token }: Asker, body: unknown = bankFields) =>
  tukar.call('POST', '/api/user/bank', { token, body })

export const editBank = (tukar: Tukar, { token }: Asker, body: unknown) =>
  tukar.call('PUT', '/api/user/bank', { token, body })

export const deleteBank = (tukar: Tukar, { token }: Asker, id: unknown) =>
  tukar.call('DELETE', `/api/user/bank/${id}`, { token })

export const listBanks = (tukar: Tukar, { token }: Asker) =>
  tukar.call('GET', '/api/user/bank', { token })

/** Adds a bank account to a trader; returns its id. */
export async function makeBank(tukar: Tukar, trader: Asker, fields: object = {}): Promise<number> {
  const answer = await addBank(tukar, trader, { ...bankFields, ...fields })
  expectOk(answer)
  return answer.body.data.userBankAddressId
}
