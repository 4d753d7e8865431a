import { generateSync } from 'otplib'
import { z } from 'zod'
import { knocker } from './door.ts'
import type { Node } from './node.ts'
import type { Stage } from './stage.ts'
import type { Withdrawer } from './withdrawers.ts'

export type Kind = 'COIN' | 'CASH'

/** One wish to withdraw, told from all others by its amount, and what its user was answered. */
export type Asked = {
  readonly by: Withdrawer
  readonly kind: Kind
  /** In the smallest units, as asked for. */
  readonly units: bigint
  /** Our id where the answer was yes; null where there was none, or a no. */
  requestId: string | null
  /** The last answer. */
  answer: string
}

const outside = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

const Yes = z.object({ data: z.object({ request_id: z.string() }) })

const tries = 160
const pauseMs = 250
let made = 0

/** The wish of each, with an amount nobody else asks for. */
export const wishesOf = (withdrawers: readonly Withdrawer[], kind: Kind): readonly Asked[] =>
  withdrawers.map((by) => {
    made += 1
    const units = kind === 'COIN' ? 200_000n + BigInt(made) : (60_000n + BigInt(made)) * 100n
    return { by, kind, units, requestId: null, answer: '' }
  })

/** The users ask, a few at a time, as apps do: one without an answer asks again with its key. */
export async function askAll(
  stage: Stage,
  nodes: readonly Pick<Node, 'url'>[],
  wishes: readonly Asked[],
  { atOnce = 8 }: Readonly<{ atOnce?: number }> = {},
): Promise<void> {
  const waiting = [...wishes].toReversed()
  const doors = nodes.map((node) => knocker(node, atOnce))
  const user = async (): Promise<void> => {
    for (let wish = waiting.pop(); wish !== undefined; wish = waiting.pop()) {
      await ask(stage, doors, wish)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, user))
  } finally {
    for (const door of doors) door.close()
  }
}

type Door = ReturnType<typeof knocker>

async function ask(stage: Stage, doors: readonly Door[], wish: Asked): Promise<void> {
  const first = Math.floor(Math.random() * doors.length)
  const { by, kind } = wish
  const to = kind === 'COIN' ? '/api/withdraw/withdraw-coin' : '/api/withdraw/withdraw-fiat'
  const body = bodyOf(wish)
  const headers = { 'idempotency-key': `storm-${kind}-${by.id}` }
  for (let turn = 0; turn < tries; turn += 1) {
    stage.signal.throwIfAborted()
    const door = doors[(first + turn) % doors.length]
    if (door === undefined) throw new Error('users need a node')
    const late = stage.sleep(patienceMs).then(() => null)
    const knocked = door
      .knock({ method: 'POST', to, body, token: by.token, headers })
      .catch(() => null)
    const said = await Promise.race([knocked, late])
    wish.answer = said === null ? 'no answer' : `${said.status} ${said.text}`
    if (said?.status === 200) {
      wish.requestId = Yes.parse(JSON.parse(said.text)).data.request_id
      return
    }
    // A key that was claimed by a process that died lapses; until then its user is told to wait.
    const again = said === null || said.status >= 500 || said.status === 409
    if (!again) return
    await stage.sleep(pauseMs)
  }
}

const patienceMs = 4_000

/** What an app sends; the same bytes each time it is sent. */
export function bodyOf({ by, kind, units }: Asked) {
  // The code of the next half minute is right already, and so a second wish has one of its own.
  const epoch = Math.floor(Date.now() / 1_000) + (kind === 'COIN' ? 0 : 30)
  const twoFACode = generateSync({ secret: by.secret, epoch })
  if (kind === 'CASH') {
    return {
      amount: String(units / 100n),
      paymentMethod: 'payx',
      bankAccount: by.bankAccount,
      otpCode: by.codes.email,
      twoFACode,
    }
  }
  return {
    symbol: 'BTC',
    amount: `0.${String(units).padStart(8, '0')}`,
    toAddress: outside,
    network: 'BTC',
    otpCode: by.codes.withdraw,
    twoFACode,
    residentialName: 'Storm',
  }
}
