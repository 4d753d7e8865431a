import { apiClient, makeKnown, startTarget, storedPassword } from './api-client.ts'
import type { Stage, Storm } from './stage.ts'

const guesses = 10_000
/** The number of guesses; throttled responses are slow. */
const connections = 512
const allowedLogins = 5

/** The wrong passwords for one account that strangers type without a pause. */
const freeGuesses = 20
const guessesAtOne = 150

const addresses = 40
const honest = 12
const honestMs = 2_000
const honestEveryMs = 250

/**
 * An attacker guesses passwords as fast as connections allow, from one network; then for one
 * account from thirty addresses; then for random accounts from forty, while users elsewhere sign
 * in.
 */
export const guessing: Storm = {
  name: 'guessing',
  run: async (stage) => {
    const service = await startTarget(stage)
    const email = 'victim@tukar.test'
    await makeKnown(service, [email])
    const { callApi, close } = apiClient(service.node, connections)
    const from = '203.0.113.7'
    const login = (password: string, network: string, headers = {}) =>
      callApi(
        { method: 'POST', to: '/api/auth/login', body: { email, password }, headers },
        network,
      )
    const statuses = new Map<number, number>()
    const total = stage.scaled(guesses, 200)
    let next = 0
    const guesser = async () => {
      for (; next < total; ) {
        stage.signal.throwIfAborted()
        next += 1
        const { status } = await login(`Wrong-Horse-${next}`, from)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: connections }, guesser))
    stage.print([...statuses].map(([status, count]) => `${count} × ${status}`).join(', '))
    const looked = statuses.get(401) ?? 0
    stage.check('five guesses were compared', looked === allowedLogins, `${looked}`)
    const others = looked + (statuses.get(429) ?? 0) === total
    stage.check('all other guesses were throttled', others)
    const locked = await login(storedPassword, from)
    stage.check('the right password is throttled there too', locked.status === 429)
    const owner = await login(storedPassword, '198.51.100.1')
    stage.check('the owner signs in from elsewhere', owner.status === 200, `${owner.status}`)
    const known = await login(storedPassword, from, { 'x-device-key': owner.deviceKey })
    const isIn = known.status === 200
    stage.check('the owner also signs in there, on a known device', isIn, `${known.status}`)
    await atOneAccount(stage, service, callApi)
    await fromManyAddresses(stage, service, callApi)
    close()
  },
}

/** Guesses one account's password from thirty addresses, five from each. */
async function atOneAccount(
  stage: Stage,
  service: Awaited<ReturnType<typeof startTarget>>,
  callApi: ReturnType<typeof apiClient>['callApi'],
): Promise<void> {
  const email = 'target@tukar.test'
  await makeKnown(service, [email])
  const login = (password: string, from: string, headers = {}) =>
    callApi({ method: 'POST', to: '/api/auth/login', body: { email, password }, headers }, from)
  const { deviceKey } = await login(storedPassword, '198.51.100.9')
  let looked = 0
  const guesser = async (_: unknown, address: number) => {
    for (let tried = 0; tried < 5; tried += 1) {
      const { status } = await login(`Wrong-Horse-${tried}`, `203.0.${address}.9`)
      if (status === 401) looked += 1
    }
  }
  await Promise.all(Array.from({ length: guessesAtOne / 5 }, guesser))
  const isBounded = looked >= freeGuesses && looked < freeGuesses + 20
  stage.check('guesses at one account from 30 addresses are bounded', isBounded, `${looked}`)
  const { status } = await login(storedPassword, '198.51.100.9', { 'x-device-key': deviceKey })
  stage.check('its owner signs in on a known device', status === 200, `${status}`)
}

async function fromManyAddresses(
  stage: Stage,
  service: Awaited<ReturnType<typeof startTarget>>,
  callApi: ReturnType<typeof apiClient>['callApi'],
): Promise<void> {
  const people = Array.from({ length: honest }, (_, index) => `honest-${index}@tukar.test`)
  await makeKnown(service, people)
  const login = (email: string, password: string, from: string) =>
    callApi({ method: 'POST', to: '/api/auth/login', body: { email, password } }, from)
  let looked = 0
  let isOver = false
  const guessers = Array.from({ length: addresses * 4 }, async (_, index) => {
    for (let tried = 0; !isOver && !stage.signal.aborted; tried += 1) {
      const email = `user-${index}-${tried}@tukar.test`
      const { status } = await login(email, 'Wrong-Horse-1', `203.0.${index % addresses}.7`)
      if (status === 401) looked += 1
    }
  })
  await stage.until('the guessing to be under way', async () => looked >= addresses)
  const answers = await Promise.all(
    people.map(async (email, index) => {
      await stage.sleep(index * honestEveryMs)
      return login(email, storedPassword, `198.51.${index}.1`)
    }),
  )
  isOver = true
  await Promise.all(guessers)
  const good = answers.filter(({ status, ms }) => status === 200 && ms <= honestMs).length
  const seen = answers.map(({ status, ms }) => `${status} in ${ms.toFixed(0)} ms`).join(', ')
  stage.check('honest sign-ins are answered within 2 s', good >= honest - 1, `${good}: ${seen}`)
}
