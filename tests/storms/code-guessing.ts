import { z } from 'zod'
import { knocker, type Said, startDoor } from './api-client.ts'
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
/** Nodes may remember for a moment longer that nothing is left. */
const forgottenMs = 6_000
/** Every so many guesses the attacker requests a new code, hoping for new tries. */
const newCodes = 4

const Answer = z.object({ message: z.string() })
const sentenceOf = ({ status, text }: Said): string =>
  `${status} ${Answer.safeParse(JSON.parse(text)).data?.message ?? text}`

/** An attacker with stolen tokens guesses codes from ten thousand networks, many at once. */
export const codeGuessing: Storm = {
  name: 'code-guessing',
  run: async (stage) => {
    const service = await startDoor(stage)
    const { knock, close } = knocker(service.node, connections)
    const scene = { stage, service, knock }
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
  stage.say(`${name}: ${[...answers].map(([said, count]) => `${count} × ${said}`).join(', ')}`)
  const looked = await attack.looked(answers)
  stage.check(`${allowed} guesses of ${name} were looked at`, looked === allowed, `${looked}`)
  const others = [...answers.keys()].filter((said) => !attack.answers.includes(said))
  const names = others.length === 0 ? undefined : others.join(', ')
  stage.check('guessers got no other response', names === undefined, names)
  const locked = await attack.right()
  stage.check('the right one is refused meanwhile', locked.status !== 200, sentenceOf(locked))
  await passTime(scene)
  await stage.sleep(forgottenMs)
  const later = await attack.later()
  stage.check('and opens when the time is over', later.status === 200, sentenceOf(later))
}

async function guessAll(
  { stage, knock }: Scene,
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
      const said = sentenceOf(await knock(guess(next)))
      answers.set(said, (answers.get(said) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: connections }, guesser))
  return answers
}
