import { z } from 'zod'
import { apiClient, startTarget, type TimedAnswer } from './api-client.ts'
import {
  type Attack,
  appCode,
  appPin,
  mailedCode,
  passTime,
  resetToken,
  type Scene,
  textedCode,
  withdrawalCode,
} from './code-attacks.ts'
import type { Storm } from './stage.ts'

const guesses = 10_000
/** The number of guesses; throttled responses are slow. */
const connections = 512
/** Nodes may cache for a moment longer that no try is left. */
const forgottenMs = 6_000
/** After this many guesses the attacker requests a new code, to get new tries. */
const newCodes = 4

const Answer = z.object({ message: z.string() })
const sentenceOf = ({ status, text }: TimedAnswer): string =>
  `${status} ${Answer.safeParse(JSON.parse(text)).data?.message ?? text}`

/** An attacker with stolen tokens guesses codes from ten thousand networks, many at once. */
export const codeGuessing: Storm = {
  name: 'code-guessing',
  run: async (stage) => {
    const service = await startTarget(stage)
    const { callApi, close } = apiClient(service.node, connections)
    const scene = { stage, service, callApi }
    for (const prepare of [mailedCode, textedCode, appPin, appCode, withdrawalCode, resetToken]) {
      await play(scene, await prepare(scene))
    }
    close()
  },
}

async function play(scene: Scene, attack: Attack): Promise<void> {
  const { stage } = scene
  const { name, allowed } = attack
  const answers = await guessAll(scene, attack)
  stage.print(
    `${name}: ${[...answers].map(([answer, count]) => `${count} × ${answer}`).join(', ')}`,
  )
  const looked = await attack.looked(answers)
  stage.check(`${allowed} guesses of ${name} were compared`, looked === allowed, `${looked}`)
  const others = [...answers.keys()].filter((answer) => !attack.answers.includes(answer))
  const names = others.length === 0 ? undefined : others.join(', ')
  stage.check('guessers got no other response', names === undefined, names)
  const locked = await attack.right()
  stage.check(
    'the right code is refused during the lock',
    locked.status !== 200,
    sentenceOf(locked),
  )
  await passTime(scene)
  await stage.sleep(forgottenMs)
  const later = await attack.later()
  stage.check('a right code works after the lock', later.status === 200, sentenceOf(later))
}

async function guessAll(
  { stage, callApi }: Scene,
  { guess, meanwhile }: Attack,
): Promise<ReadonlyMap<string, number>> {
  const total = stage.scaled(guesses, 200)
  const answers = new Map<string, number>()
  let next = 0
  const guesser = async () => {
    for (; next < total; ) {
      stage.signal.throwIfAborted()
      next += 1
      if (next % Math.floor(total / newCodes) === 1) await meanwhile?.()
      const answer = sentenceOf(await callApi(guess(next)))
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: connections }, guesser))
  return answers
}
