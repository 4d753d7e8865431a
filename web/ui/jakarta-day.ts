const jakartaAheadMs = 7 * 3_600_000
const dayMs = 86_400_000

/** Returns a day in Jakarta, today or some days ago, as `2026-03-31`. */
export const jakartaDay = (daysAgo = 0): string =>
  new Date(Date.now() + jakartaAheadMs - daysAgo * dayMs).toISOString().slice(0, 10)
