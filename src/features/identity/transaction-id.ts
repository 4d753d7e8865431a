import type { Context } from '../../context.ts'

/** An id of ours that providers are sent: 32 characters, where they take 36. */
export const newTransactionId = ({ random }: Pick<Context, 'random'>): string =>
  random.bytes(16).toString('hex')
