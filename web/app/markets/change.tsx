import { Amount } from '../../ui/amount.tsx'
import type { Ticker } from '../live-stream.ts'

/** How much the price changed within a day. */
export const Change = ({ ticker }: Readonly<{ ticker: Ticker | undefined }>) =>
  ticker?.changePercent ? (
    <span className="change">
      <Amount value={ticker.changePercent} signed minDecimals={2} maxDecimals={2} unit="%" />
    </span>
  ) : (
    <span className="quiet">–</span>
  )
