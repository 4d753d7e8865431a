import { useTexts } from '../../ui/language.tsx'
import { wordIn } from '../../ui/word-in.ts'
import { reasonTexts } from '../reason-texts.ts'
import { changeTexts } from './change-texts.ts'
import type { OpenDecision } from './decision.ts'

/** Returns a function that names why something waits; a proposal has the kind of its change. */
export function useReasons(): (open: Pick<OpenDecision, 'kind' | 'reasons'>) => readonly string[] {
  const why = useTexts(reasonTexts)
  const { kinds } = useTexts(changeTexts)
  return ({ kind, reasons }) =>
    reasons.map((reason) => wordIn(kind === 'proposal' ? kinds : why, reason))
}
