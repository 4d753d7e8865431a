/** Loads that only the capacity model needs: sign-ins, and withdrawals of rupiah. */
import { generateSync } from 'otplib'
import { systemRandom } from '../../src/base/secrets/crypto.ts'
import { connectDatabase } from '../../src/core/database/database.ts'
import { hashPassword } from '../../src/platform/access/passwords/passwords.ts'
import { silent } from '../../tests/server.ts'
import { makeWithdrawers, type Withdrawer } from '../../tests/storms/withdrawers.ts'
import { traders } from '../callbacks.ts'
import { appKey, type Stage } from '../stage/stage.ts'

const password = 'Correct-Horse-9'

/** Sets the same password for every trader, hashed by the service. */
export async function seedPasswords({ sql }: Stage): Promise<void> {
  await sql.query(`update users set password_hash = $1 where email like 'bench-%'`, [
    await hashPassword(systemRandom, password),
  ])
}

function post(to: string, body: object, token?: string): Buffer {
  const text = JSON.stringify(body)
  const head = [
    `POST ${to} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    `Content-Length: ${Buffer.byteLength(text)}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`)
}

/** Sign-ins of the traders in turn, each from a device that is new to its account. */
export function* logInRequests(count: number): Generator<Buffer, void> {
  for (let sent = 0; sent < count; sent += 1) {
    const email = `bench-${1 + (sent % traders)}@tukar.test`
    yield post('/api/auth/login', { email, password })
  }
}

/** Users with rupiah, a bank account in their proven name, and their codes. */
export async function makeRupiahWithdrawers(
  { databaseUrl }: Stage,
  count: number,
): Promise<readonly Withdrawer[]> {
  const db = connectDatabase({ url: databaseUrl, log: silent })
  try {
    return await makeWithdrawers(db, appKey, 'rupiah-withdrawer', count)
  } finally {
    await db.close()
  }
}

/** One withdrawal of each, with the authenticator's code of the moment it is sent. */
export function* rupiahRequests(withdrawers: Iterable<Withdrawer>): Generator<Buffer, void> {
  for (const { token, secret, bankAccount, codes } of withdrawers) {
    const body = {
      amount: '60000',
      paymentMethod: 'payx',
      bankAccount,
      otpCode: codes.email,
      twoFACode: generateSync({ secret }),
    }
    yield post('/api/withdraw/withdraw-fiat', body, token)
  }
}
