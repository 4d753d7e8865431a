import type { Tukar } from '../harness.ts'
import { expectOk, type Trader } from './trader.ts'

export type VirtualAccount = Readonly<{ accountNumber: string; bankCode: string }>

/** A virtual account of a trader, opened at the provider. */
export async function makeVirtualAccount(
  tukar: Tukar,
  trader: Trader,
  bankCode = 'BCA',
): Promise<VirtualAccount> {
  const opened = await tukar.call('POST', '/api/payx/virtual-accounts', {
    token: trader.token,
    body: { bankCode },
  })
  expectOk(opened)
  return { accountNumber: opened.body.data.accountNumber, bankCode }
}
