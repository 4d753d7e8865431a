import type { ReactNode } from 'react'

export type Tone = 'good' | 'bad' | 'busy' | 'quiet'

/** The state of an order or a transfer, in one word. */
export const Status = ({ tone, children }: Readonly<{ tone: Tone; children: ReactNode }>) => (
  <span className={`status ${tone}`}>{children}</span>
)

/** A paragraph that must be noticed. */
export const Notice = ({ tone, children }: Readonly<{ tone: Tone; children: ReactNode }>) => (
  <div className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
    {children}
  </div>
)
