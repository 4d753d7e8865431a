import { execFile } from 'node:child_process'
import path from 'node:path'
import type { TestContext } from 'node:test'
import { seedContent } from '../../src/backoffice/content/seed-content.ts'
import { childEnvironment } from '../child-environment.ts'
import { startTukar, type Tukar, type Wanted } from '../harness.ts'
import { pricesSeen } from './prices.ts'

const main = path.resolve(import.meta.dirname, '../../demo/main.ts')
const watch = path.resolve(import.meta.dirname, 'watched-demo.ts')

const prices = {
  BTC_IDR: '1640000000',
  ETH_IDR: '58400000',
  USDT_IDR: '16400',
  USD_IDR: '16350',
}

/** Starts with the initial content and prices of a sandbox; then observes the venue's prices. */
export async function startFurnished(t: TestContext, wanted: Wanted = {}): Promise<Tukar> {
  const tukar = await startTukar(t, { ...wanted, prices: true, jobs: 'all' })
  const { ctx } = tukar.service
  await seedContent(ctx)
  await pricesSeen(ctx.db, prices)
  return tukar
}

export type Shown = Readonly<{ code: number; screen: string; errors: string }>

/** Runs the demo as in the README to its end. Each response is checked against the contract. */
export function runDemo(env: Readonly<Record<string, string>>): Promise<Shown> {
  return new Promise((resolve) => {
    const options = { env: { ...childEnvironment, ...env }, timeout: 180_000 }
    execFile(process.execPath, ['--import', watch, main], options, (error, screen, errors) => {
      const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1
      resolve({ code, screen, errors })
    })
  })
}
