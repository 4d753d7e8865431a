import type { Clock } from '../../../base/clock.ts'
import { perOwner } from '../../../base/concurrency/per-owner.ts'
import type { Context } from '../../../context.ts'
import { httpLimits } from '../http-limits.ts'

/** Counts the requests under way in this process, per database. */
export const demandOf = perOwner(
  ({ db }: Pick<Context, 'clock' | 'db'>) => db.signals,
  ({ clock }) => new Demand(clock),
)

export class Demand {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  #requests = 0
  #highMs = Number.NEGATIVE_INFINITY
  #begunMs: number
  #endedMs = Number.NEGATIVE_INFINITY

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
    this.#begunMs = clock.monotonicMs()
  }

  get requests(): number {
    return this.#requests
  }

  begin(): void {
    this.#requests += 1
    this.#begunMs = this.#clock.monotonicMs()
    if (this.#requests >= httpLimits.highDemand) this.#highMs = this.#begunMs
  }

  end(): void {
    this.#requests -= 1
    this.#endedMs = this.#clock.monotonicMs()
  }

  /**
   * Returns whether many requests were under way within the last `highDemandMs`; a batch of
   * responses that end together must not count as a quiet moment.
   */
  isHigh(): boolean {
    return this.#clock.monotonicMs() - this.#highMs < httpLimits.highDemandMs
  }

  /** Returns whether no request was under way within the last `restMs`. */
  isResting(): boolean {
    return this.#requests === 0 && this.#clock.monotonicMs() - this.#endedMs >= httpLimits.restMs
  }

  /** Returns whether no request began within the last `quietAfterMs`. */
  isQuiet(): boolean {
    return this.#clock.monotonicMs() - this.#begunMs >= httpLimits.quietAfterMs
  }
}
