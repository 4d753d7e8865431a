import { useTexts } from '../ui/language.tsx'
import { Status, type Tone } from '../ui/status.tsx'
import { wordIn } from '../ui/word-in.ts'
import { stateTexts } from './state-texts.ts'

const words: Readonly<Record<Tone, readonly string[]>> = {
  good: [
    'completed',
    'success',
    'done',
    'live',
    'assigned',
    'effective',
    'accepted',
    'released',
    'yes',
  ],
  bad: ['failed', 'rejected', 'critical', 'parked', 'refused', 'unknown', 'void'],
  busy: [
    'pending',
    'pending_approval',
    'processing',
    'submitted',
    'started',
    'answered',
    'open',
    'create',
    'warning',
    'proposed',
    'agreed',
    'unread',
  ],
  quiet: [],
}

/** The tone of a state; states that are neither good nor bad nor under way are quiet. */
export const toneOf = (state: string): Tone => {
  const word = state.toLowerCase()
  if (words.good.includes(word)) return 'good'
  if (words.bad.includes(word)) return 'bad'
  return words.busy.includes(word) ? 'busy' : 'quiet'
}

/** A state in words, in the colour of its meaning. */
export function StateWord({ state }: Readonly<{ state: string }>) {
  const name = state.toLowerCase()
  const word = wordIn(useTexts(stateTexts), name)
  return <Status tone={toneOf(state)}>{word.replaceAll('_', ' ')}</Status>
}
