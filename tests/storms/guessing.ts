import { knocker, makeKnown, startDoor, storedPassword } from './door.ts'
import type { Storm } from './stage.ts'

const guesses = 10_000
/** So many, since whoever is told to wait is told so slowly. */
const connections = 512
const allowedLogins = 5

/** Somebody guesses passwords as fast as connections carry them, from one network. */
export const guessing: Storm = {
  name: 'guessing',
  run: async (stage) => {
    const service = await startDoor(stage)
    const email = 'victim@tukar.test'
    await makeKnown(service, [email])
    const { knock, close } = knocker(service.node, connections)
    const from = '203.0.113.7'
    const login = (password: string, network: string) =>
      knock({ method: 'POST', to: '/api/auth/login', body: { email, password } }, network)
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
    stage.say([...statuses].map(([status, count]) => `${count} × ${status}`).join(', '))
    const looked = statuses.get(401) ?? 0
    stage.check('five guesses were looked at', looked === allowedLogins, `${looked}`)
    const others = looked + (statuses.get(429) ?? 0) === total
    stage.check('all others were told to wait', others)
    const locked = await login(storedPassword, from)
    stage.check('the right password waits there too', locked.status === 429)
    const owner = await login(storedPassword, '198.51.100.1')
    stage.check('the owner signs in from elsewhere', owner.status === 200, `${owner.status}`)
    close()
  },
}
