/** The callers of fuzzed requests: users and operators with sessions, codes and money. */
import { sql } from 'kysely'
import type { Role } from '../../src/core/operators/roles.ts'
import { issueOtp } from '../../src/platform/access/one-time-codes/otp.ts'
import type { Tukar } from '../harness.ts'
import { type MadeKey, makeKey, signature } from '../make/api-key.ts'
import { makeCashWithdrawer } from '../make/cash-withdrawal.ts'
import { bindOperatorApp, makeOperator, operatorPassword } from '../make/operator.ts'
import { makeOrderTrader } from '../make/order.ts'
import { makePin, pin } from '../make/pin.ts'
import { bindTotp, codeOf } from '../make/totp.ts'
import { makeTrader, type Trader } from '../make/trader.ts'
import { cooledOff, fund, oneBtc } from '../make/withdrawal.ts'

export type Caller = Readonly<{
  name: string
  kind: 'user' | 'operator' | 'public'
  /** Headers that prove who calls, for a request. */
  headers: (method: string, path: string, body: string) => Readonly<Record<string, string>>
  /** The caller's own good values of a field, by its name in lower case without signs. */
  values: Readonly<Record<string, readonly unknown[]>>
  /** Replaces the codes that a request names by valid ones. */
  withCodes: (text: string) => Promise<string>
}>

/** Places in a request for codes that are valid when it is sent. */
const codePlaces = {
  app: '{{code of the app}}',
  mailed: '{{mailed code}}',
  key: '{{mailed code of an API key}}',
  withdrawal: '{{mailed code of a withdrawal}}',
} as const

const publicCaller: Caller = {
  name: 'public',
  kind: 'public',
  headers: () => ({}),
  values: {},
  withCodes: (text) => Promise.resolve(text),
}

/** Signs callers in again if a request has ended their session. */
export type Callers = Readonly<{
  /** The callers that may use an operation with these ways of access. */
  for: (access: readonly string[]) => readonly Caller[]
  /** Replaces a caller by a new one of the same kind. */
  renew: (caller: Caller) => Promise<void>
}>

export async function makeCallers(tukar: Tukar): Promise<Callers> {
  const makers: Readonly<Record<string, () => Promise<Caller>>> = {
    trader: async () => userOf(tukar, 'trader', await makeTrader(tukar), null),
    orders: async () => {
      const trader = await makeOrderTrader(tukar)
      return userOf(tukar, 'orders', trader, await bindTotp(tukar, trader))
    },
    withdrawer: async () => withdrawerOf(tukar),
    key: async () => keyOf(tukar, await makeOrderTrader(tukar)),
    viewer: () => operatorOf(tukar, 'viewer'),
    support: () => operatorOf(tukar, 'support'),
    finance: () => operatorOf(tukar, 'finance'),
    admin: () => operatorOf(tukar, 'admin'),
    other: () => operatorOf(tukar, 'admin'),
  }
  const callers = new Map<string, Caller>()
  const make = async (name: string) => {
    const maker = makers[name]
    if (maker !== undefined) callers.set(name, { ...(await maker()), name })
  }
  for (const name of Object.keys(makers)) await make(name)
  return {
    for: (access) => {
      const all = [...callers.values()]
      if (access.includes('operatorBearer')) return all.filter(({ kind }) => kind === 'operator')
      const users = all.filter(({ kind }) => kind === 'user')
      return access.length === 0 ? [publicCaller, ...users] : users
    },
    renew: ({ name }) => make(name),
  }
}

async function withdrawerOf(tukar: Tukar): Promise<Caller> {
  const trader = await makeCashWithdrawer(tukar)
  await fund(tukar, trader, 10n * oneBtc)
  await makePin(tukar, trader)
  await cooledOff(tukar, trader)
  return userOf(tukar, 'withdrawer', trader, trader.secret)
}

const bearer = (token: string) => () => ({ authorization: `Bearer ${token}` })

function userOf(tukar: Tukar, name: string, trader: Trader, secret: string | null): Caller {
  const { id, email, password, token } = trader
  return {
    name,
    kind: 'user',
    headers: bearer(token),
    values: {
      userid: [id],
      email: [email],
      password: [password],
      passwordconfirmation: [password],
      currentpassword: [password],
      refreshtoken: [trader.refreshToken],
      pin: [pin],
      pinconfirmation: [pin],
      otpcode: Object.values(codePlaces),
      twofacode: [codePlaces.app],
      emailotpcode: [codePlaces.key],
    },
    withCodes: codesOf(tukar, trader, secret),
  }
}

const codesOf =
  (tukar: Tukar, { id, email }: Trader, secret: string | null) =>
  async (text: string): Promise<string> => {
    const { ctx } = tukar.service
    const mailed = {
      [codePlaces.mailed]: { purpose: 'email', use: 'general' },
      [codePlaces.key]: { purpose: 'email', use: 'api-key' },
      [codePlaces.withdrawal]: { purpose: 'withdraw', use: 'general' },
    } as const
    let written = text
    if (written.includes(codePlaces.app)) {
      await sql`update totp_secrets set last_step = 0 where user_id = ${id}`.execute(ctx.db.read)
      const code = secret === null ? '000000' : codeOf(secret)
      written = written.replaceAll(codePlaces.app, code)
    }
    for (const [place, { purpose, use }] of Object.entries(mailed)) {
      if (!written.includes(place)) continue
      const owner = { purpose, identity: email, user: id }
      const code = await ctx.db.inTransaction((tx) => issueOtp(tx, ctx, owner, use))
      written = written.replaceAll(place, code)
    }
    return written
  }

/** A caller with an API key, which signs each request. */
async function keyOf(tukar: Tukar, trader: Trader): Promise<Caller> {
  const permissions = ['read', 'trade', 'withdraw']
  const pair: MadeKey = await makeKey(tukar, trader, { permissions })
  return {
    ...userOf(tukar, 'key', trader, null),
    headers: (method, path, body) => signature(pair, { method, path, body }),
  }
}

async function operatorOf(tukar: Tukar, role: Role): Promise<Caller> {
  const made = await makeOperator(tukar, role)
  const { id, token } = made
  const secret = await bindOperatorApp(tukar, made)
  return {
    name: role,
    kind: 'operator',
    headers: bearer(token),
    values: {
      password: [operatorPassword],
      currentpassword: [operatorPassword],
      passwordconfirmation: [operatorPassword],
      otpcode: [codePlaces.app],
    },
    withCodes: async (text) => {
      if (!text.includes(codePlaces.app)) return text
      const { db } = tukar.service.ctx
      await sql`update operators set totp_last_step = 0 where id = ${id}`.execute(db.read)
      return text.replaceAll(codePlaces.app, codeOf(secret))
    },
  }
}
