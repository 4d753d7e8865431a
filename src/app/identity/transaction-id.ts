import type { Context } from '../../context.ts'

/** A new id to send to providers: 32 characters; they accept up to 36. */
export const newTransactionId = ({ random }: Pick<Context, 'random'>): string =>
  random.bytes(16).toString('hex')
