import { fork } from 'node:child_process'
import { once } from 'node:events'
import { noisyPng } from '../make/picture-bytes.ts'
import { type ApiCall, apiClient, startTarget, type TimedAnswer } from './api-client.ts'
import { inMegabytes, residentBytes } from './resident-memory.ts'
import type { Stage, Storm } from './stage.ts'
import {
  type Asked,
  Crowding,
  dripUpload,
  sendAll,
  type Upload,
  uploader,
  uploadOf,
} from './uploads.ts'
import { makeVictim, type Service } from './victims.ts'

const connections = 4
const rounds = 3
const uploaders = 12
const honestUploads = 8
const drippers = 16
/** As many as one user may send at once. */
const drippersEach = 4
/** No request may take longer than this to arrive. */
const requestMs = 30_000
const warmUpCalls = 300
const quietCalls = 1_500
const slowerAtMost = 2
const keptBytes = 50 * 1_048_576
const forgottenMs = 90_000
const restMs = 15_000

/** Uploads hostile files and forms while other users read. */
export const hostileUploads: Storm = {
  name: 'hostile-uploads',
  run: async (stage) => {
    const service = await startTarget(stage)
    const { node } = service
    const { callApi, close } = apiClient(node, 2)
    const { tokens: own } = await makeVictim(service, callApi, 'reader')
    const tokens = await makeUploaders(service, callApi, 'uploader', uploaders)
    const slowTokens = await makeUploaders(service, callApi, 'slow', drippers / drippersEach)
    const crowd = await startCrowd(stage)
    const { upload, close: hangUp } = uploader(node, connections)
    const others = watch(callApi, own[0] ?? '')
    // Before the measurement, so that lazy initialization is done.
    const honestly = Array.from({ length: honestUploads }, () => honest)
    const wrong: string[] = [...(await sendAll(honestly, tokens, connections, upload))]
    await others(counting(warmUpCalls))
    const before = await restingBytes(stage, node.pid())
    const quiet = await others(counting(quietCalls))
    const slow = Promise.all(
      Array.from({ length: drippers }, (_, index) =>
        dripUpload(stage, node, slowTokens[Math.floor(index / drippersEach)] ?? ''),
      ),
    )
    const again = stage.scaled(rounds)
    const storm = underWay(async () => {
      wrong.push(...(await crowd.send({ url: node.url, tokens, connections, rounds: again })))
    })
    const loud = await others(() => storm.goesOn())
    await storm.done
    stage.print(`${crowd.uploads} uploads, sent ${again} times`)
    stage.check(
      'each upload gets its right response',
      wrong.length === 0,
      [...new Set(wrong)].join('; '),
    )
    judgeTimes(stage, quiet, loud)
    const longest = Math.max(...(await slow))
    const seen = `the last after ${(longest / 1_000).toFixed(1)} s`
    stage.check(`${drippers} uploads of 1 kB/s are ended`, longest < requestMs + 5_000, seen)
    await judgeMemory(stage, node.pid(), before)
    stage.check('the service never crashed', node.crashes() === 0, `${node.crashes()} times`)
    hangUp()
    close()
  },
}

const honest: Upload = uploadOf({ name: 'a picture', bytes: noisyPng(640, 480), fate: 'taken' })

/** Access tokens of enough users that none sends more than one user may. */
async function makeUploaders(
  service: Service,
  callApi: (callApi: ApiCall) => Promise<TimedAnswer>,
  name: string,
  count: number,
): Promise<readonly string[]> {
  const tokens: string[] = []
  for (let user = 0; user < count; user += 1) {
    const { tokens: own } = await makeVictim(service, callApi, `${name}-${user}`)
    tokens.push(...own.slice(0, 1))
  }
  return tokens
}

/** Starts the sending process; resolves when it has created all its files. */
async function startCrowd(stage: Stage) {
  const child = fork(new URL('./hostile-crowd.ts', import.meta.url))
  stage.lastResort(() => child.kill('SIGKILL'))
  stage.atEnd(async () => void child.kill('SIGKILL'))
  const gone = new AbortController()
  child.once('exit', () => gone.abort(new Error('the senders are gone')))
  const signal = AbortSignal.any([stage.signal, gone.signal])
  const nextMessage = async () => Crowding.parse((await once(child, 'message', { signal }))[0])
  const first = await nextMessage()
  return {
    uploads: first.kind === 'ready' ? first.uploads : 0,
    send: async (asked: Asked): Promise<readonly string[]> => {
      const answer = nextMessage()
      child.send(asked)
      const last = await answer
      return last.kind === 'done' ? last.wrong : ['the senders began anew']
    },
  }
}

/** Work that reports whether it is still running. */
function underWay(work: () => Promise<void>) {
  let over = false
  const done = work().finally(() => {
    over = true
  })
  // An error is still thrown to a later `await`.
  done.catch(() => undefined)
  return { done, goesOn: () => !over }
}

/** Returns true this many times. */
function counting(calls: number): () => boolean {
  let left = calls
  return () => {
    left -= 1
    return left >= 0
  }
}

/** The duration of each call in milliseconds. */
type Times = Readonly<{ signedIn: readonly number[]; public: readonly number[] }>

/** A user who reads while `goesOn` returns true, signed in and not. */
function watch(callApi: (callApi: ApiCall) => Promise<TimedAnswer>, token: string) {
  const timed = async (call: ApiCall): Promise<number> => {
    const { status, text, ms } = await callApi(call)
    if (status !== 200) throw new Error(`a reader was answered ${status}: ${text}`)
    return ms
  }
  return async (goesOn: () => boolean): Promise<Times> => {
    const signedIn: number[] = []
    const open: number[] = []
    while (goesOn()) {
      signedIn.push(await timed({ method: 'GET', to: '/api/users/me', token }))
      open.push(await timed({ method: 'GET', to: '/api/country' }))
    }
    return { signedIn, public: open }
  }
}

function judgeTimes(stage: Stage, quiet: Times, loud: Times): void {
  for (const name of ['signedIn', 'public'] as const) {
    const [before, during] = [p99Of(quiet[name]), p99Of(loud[name])]
    const what = name === 'public' ? 'public' : 'signed-in'
    stage.check(
      `p99 of a ${what} read stays under ${slowerAtMost} times its quiet value`,
      during < before * slowerAtMost,
      `${during.toFixed(1)} ms of ${loud[name].length} calls, quiet ${before.toFixed(1)} ms`,
    )
  }
}

const p99Of = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0

/** The service's memory at rest. */
async function restingBytes(stage: Stage, pid: number): Promise<number | null> {
  await stage.sleep(restMs)
  return residentBytes(pid)
}

async function judgeMemory(stage: Stage, pid: number, before: number | null): Promise<void> {
  if (before === null) return stage.print('memory cannot be measured on this system')
  const most = (await residentBytes(pid)) ?? 0
  let now = most
  await stage
    .until(
      'memory to be released',
      async () => {
        now = (await residentBytes(pid)) ?? 0
        return now < before + keptBytes
      },
      forgottenMs,
    )
    .catch(() => undefined)
  const [first, then, last] = [before, most, now].map(inMegabytes)
  const seen = `${first} before, ${then} at the end, then ${last}`
  stage.check(`memory returns to within ${inMegabytes(keptBytes)}`, now < before + keptBytes, seen)
}
