import type { Kind } from '../model/withdrawal.rules.ts'
import { cashSender } from './send-cash.ts'
import { coinSender } from './send-coins.ts'
import type { Sender } from './sender.ts'

export const senders: { readonly [Each in Kind]: Sender } = {
  COIN: coinSender,
  CASH: cashSender,
}
