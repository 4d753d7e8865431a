import process, { env, stdout } from 'node:process'
import { z } from 'zod'
import { Broken } from './broken.ts'
import { answerLost } from './chapters/answer-lost.ts'
import { buyAtMarket } from './chapters/buy-at-market.ts'
import { coinStorm } from './chapters/coin-storm.ts'
import { coinsIn } from './chapters/coins-in.ts'
import { coinsOut } from './chapters/coins-out.ts'
import { duplicateStorm } from './chapters/duplicate-storm.ts'
import { firstDeposit } from './chapters/first-deposit.ts'
import { lookAround } from './chapters/look-around.ts'
import { openAccount } from './chapters/open-account.ts'
import { orderInParts } from './chapters/order-in-parts.ts'
import { orderStorm } from './chapters/order-storm.ts'
import { paidByQr } from './chapters/paid-by-qr.ts'
import { programWithKey } from './chapters/program-with-key.ts'
import { proveIdentity } from './chapters/prove-identity.ts'
import { rupiahOut } from './chapters/rupiah-out.ts'
import { secondLook } from './chapters/second-look.ts'
import { secureAccount } from './chapters/secure-account.ts'
import { soldAndTaxed } from './chapters/sold-and-taxed.ts'
import { statement } from './chapters/statement.ts'
import { taxSlip } from './chapters/tax-slip.ts'
import { unownedCoins } from './chapters/unowned-coins.ts'
import { type Chapter, newCast, type Play } from './play.ts'
import { runningServers } from './running-servers.ts'
import { duration, stageOn } from './stage/stage.ts'

const chapters: readonly Chapter[] = [
  lookAround,
  openAccount,
  secureAccount,
  proveIdentity,
  firstDeposit,
  coinsIn,
  paidByQr,
  buyAtMarket,
  orderInParts,
  soldAndTaxed,
  answerLost,
  rupiahOut,
  coinsOut,
  secondLook,
  unownedCoins,
  duplicateStorm,
  coinStorm,
  orderStorm,
  programWithKey,
  statement,
  taxSlip,
]

const Anything = z.unknown()

async function main(): Promise<number> {
  const { tukar, sandbox } = runningServers()
  const stage = stageOn(stdout, env)
  const startedMs = performance.now()
  stage.title(
    'Tukar: rupiah and coins, in, traded and out',
    `${tukar.url}, sandbox at ${sandbox.url}`,
  )
  try {
    await tukar.operators.call('GET', '/health/ready', Anything)
    await sandbox.call('GET', '/control/service', Anything)
    await runChapters({ stage, tukar, sandbox, cast: newCast() })
  } catch (error) {
    const broken = tukar.broken(error)
    if (!(broken instanceof Broken)) throw error
    stage.fail(broken.message)
    return 1
  }
  const requests = tukar.calls() + sandbox.calls()
  const took = duration(performance.now() - startedMs)
  stage.end(`${stage.steps()} steps held, ${requests} requests, ${took}`)
  return 0
}

async function runChapters(play: Play): Promise<void> {
  for (const { title, run } of chapters) {
    play.stage.chapter(title)
    await run(play)
  }
}

process.exitCode = await main()
