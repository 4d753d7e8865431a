import { lookupOf } from '../../../base/secrets/app-keys.ts'
import type { UserId } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { field } from '../../http/contracts/contracts.ts'
import { replaceRecoveryCodes, useRecoveryCode } from './recovery-codes.sql.ts'
import { secretText } from './totp-codes.ts'

const codes = 8
/** Eighty random bits, as four groups of four letters and digits. */
const codeBytes = 10

const pattern = /^[A-Z2-7]{4}(?:-?[A-Z2-7]{4}){3}$/

/** A recovery code, with or without dashes, in any case. */
export const recoveryCode = field(
  { type: 'string', examples: ['ABCD-EFGH-IJKL-MNOP'] },
  (value, fail): string => {
    const typed = typeof value === 'string' ? value.trim().toUpperCase() : ''
    return pattern.test(typed)
      ? typed.replaceAll('-', '')
      : fail('The :attribute field format is invalid.')
  },
)

type Digesting = Pick<Context, 'config'>

const digestOf = ({ config }: Digesting, user: UserId, code: string): Buffer =>
  lookupOf(config, 'recovery code', `${user}:${code}`)

/** Makes codes in place of the user's former ones. Only their digests are stored. */
export async function makeRecoveryCodes(
  tx: Tx,
  ctx: Digesting & Pick<Context, 'random'>,
  user: UserId,
): Promise<readonly string[]> {
  const made = Array.from({ length: codes }, () => secretText(ctx.random.bytes(codeBytes)))
  const digests = made.map((code) => digestOf(ctx, user, code))
  await replaceRecoveryCodes(tx, user, digests)
  return made.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
}

/** Consumes a code; returns whether it was one of the user's. */
export const spendRecoveryCode = (
  tx: Tx,
  ctx: Digesting,
  user: UserId,
  code: string,
): Promise<boolean> => useRecoveryCode(tx, user, digestOf(ctx, user, code))
