import { isDecimal } from '@tukar/client'
import { Amount } from '../../ui/amount.tsx'

/** What one side's books say: an amount, or a state in words. */
export const ReportedText = ({ text }: Readonly<{ text: string }>) =>
  isDecimal(text) ? <Amount value={text} /> : text
