import { createTukar, formatDecimal } from '@tukar/client'

/**
 * Opens an account against the sandbox, pays into it, and prints each step. Returns what arrived,
 * as a person reads it. In production, people open the mailed link themselves, and pay at their
 * bank.
 */
export async function firstDeposit(url: string, sandbox: string): Promise<string> {
  const tukar = createTukar({ url })
  const email = `ani-${Date.now()}@example.com`
  const password = 'Correct-Horse-9'
  const body = { email, password, password_confirmation: password }
  await tukar.post('/api/auth/register', { body })
  console.log(`Registered ${email}`)

  const link = await mailedLink(sandbox, email)
  const params = { path: { email: new URL(link).pathname.split('/').at(-1) ?? '' } }
  await tukar.get('/api/auth/email-verify/{email}', { params })
  await tukar.signIn({ email, password })
  console.log('Confirmed the address, and signed in')

  const bankCode = 'BCA'
  const account = await tukar.post('/api/payx/virtual-accounts', { body: { bankCode } })
  console.log(`Opened the virtual account ${account.accountNumber} at ${bankCode}`)
  const arrived = new Promise<string>((resolve) => {
    const stream = tukar.stream('/api/stream', {
      start: () => pay(sandbox, account.accountNumber),
      balance: ({ symbol, available }) => {
        if (symbol !== 'IDR' || available === '0') return
        stream.close()
        resolve(available)
      },
    })
  })
  const balance = formatDecimal(await arrived, 'id', { symbol: 'IDR' })
  console.log(`Paid Rp 250.000; after the fee ${balance} arrived`)
  return balance
}

async function mailedLink(sandbox: string, email: string): Promise<string> {
  for (;;) {
    const response = await fetch(`${sandbox}/control/messages?channel=mail&to=${email}`)
    const [mail]: { link?: string }[] = await response.json()
    if (mail?.link !== undefined) return mail.link
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const pay = (sandbox: string, accountNumber: string | null) =>
  fetch(`${sandbox}/control/payx/va-payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accountNumber, amount: 250_000 }),
  })
