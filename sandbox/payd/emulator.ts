import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { authorized } from '../authorized.ts'
import type { Emulator, Frame } from '../emulator.ts'
import { read } from '../refused.ts'
import { banks } from './banks.ts'

const Signed = z.object({
  userId: z.int(),
  email: z.string(),
  timestamp: z.int(),
  signature: z.string(),
})

const signatureLifeMs = 5 * 60_000

export function payd(frame: Frame): Emulator {
  return {
    name: 'payd',
    root: '/payd',
    mount: (api) => mountDisbursement(api, frame),
    control: () => undefined,
    failure: (_status, message, code) => ({
      body: { responseCode: codeOf(code), responseDesc: message },
    }),
    state: () => ({ payd: { payments: [] } }),
    reset: () => undefined,
  }
}

/** What the framework refuses by itself has no code of payd's. */
const codeOf = (code: string | undefined): string =>
  code === undefined || code.startsWith('FST_') ? 'EE' : code

function mountDisbursement(api: FastifyInstance, { secrets }: Frame): void {
  api.post('/webapi/api/disbursement/listBank', (request) => {
    const call = read(Signed, request.body, '-100')
    const refused = refusalOf(call, secrets)
    if (refused !== null) return refused
    return { responseCode: '00', responseDesc: 'SUCCESS', Banks: banks }
  })
}

type Account = Readonly<{
  paydDisbursementUserId: string
  paydDisbursementEmail: string
  paydDisbursementSecret: string
}>

/** payd says no within an answer of 200. */
function refusalOf(call: z.infer<typeof Signed>, account: Account) {
  const { userId, email, timestamp, signature } = call
  if (userId.toString() !== account.paydDisbursementUserId) {
    return { responseCode: '-123', responseDesc: 'User not found' }
  }
  if (email !== account.paydDisbursementEmail) {
    return { responseCode: '-213', responseDesc: 'Email does not match' }
  }
  if (Math.abs(Date.now() - timestamp) > signatureLifeMs) {
    return { responseCode: '-960', responseDesc: 'Timestamp has expired' }
  }
  const words = `${email}${timestamp}${account.paydDisbursementSecret}`
  const expected = createHash('sha256').update(words).digest('hex')
  if (!authorized(signature, expected)) {
    return { responseCode: '-191', responseDesc: 'Wrong signature' }
  }
  return null
}
