/**
 * Makes the running sandbox cause an event, through the path that users and providers take:
 * `npm run trigger -- deposit.credited`. Without a type it lists those that it can cause.
 */
import process, { argv, env, stdout } from 'node:process'
import { Broken } from './broken.ts'
import { buyAtMarket } from './chapters/buy-at-market.ts'
import { coinsIn } from './chapters/coins-in.ts'
import { firstDeposit } from './chapters/first-deposit.ts'
import { openAccount } from './chapters/open-account.ts'
import { proveIdentity } from './chapters/prove-identity.ts'
import { rupiahOut } from './chapters/rupiah-out.ts'
import { secureAccount } from './chapters/secure-account.ts'
import { type Chapter, newCast } from './play.ts'
import { runningServers } from './running-servers.ts'
import { stageOn } from './stage/stage.ts'

const opened = [openAccount]
const secured = [...opened, secureAccount]
const proven = [...secured, proveIdentity]
const paidIn = [...proven, firstDeposit]

/** The chapters of the demo that end with an event of this type. */
const causes: Readonly<Record<string, readonly Chapter[]>> = {
  'account.registered': opened,
  'account.email_verified': opened,
  'account.twofa_bound': secured,
  'identity.verified': proven,
  'deposit.credited': [...opened, firstDeposit],
  'order.accepted': [...paidIn, coinsIn, buyAtMarket],
  'fill.recorded': [...paidIn, coinsIn, buyAtMarket],
  'order.done': [...paidIn, coinsIn, buyAtMarket],
  'withdrawal.accepted': [...paidIn, rupiahOut],
  'withdrawal.completed': [...paidIn, rupiahOut],
}

async function main(): Promise<number> {
  const [, , type = ''] = argv
  const chapters = causes[type]
  if (chapters === undefined) {
    const types = Object.keys(causes).map((one) => `  ${one}`)
    console.error(['Name a type of event that the sandbox can cause:', ...types].join('\n'))
    return 2
  }
  const servers = runningServers()
  const stage = stageOn(stdout, env)
  const play = { stage, ...servers, cast: newCast() }
  try {
    for (const { title, run } of chapters) {
      stage.chapter(title)
      await run(play)
    }
  } catch (error) {
    const broken = servers.tukar.broken(error)
    if (!(broken instanceof Broken)) throw error
    stage.fail(broken.message)
    return 1
  }
  return 0
}

process.exitCode = await main()
