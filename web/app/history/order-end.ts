/** Reasons of orders that the venue never had: `REFUSED -2010`, `NOT_PLACED`. */
const refused = /^(?:REFUSED|NOT_PLACED|REJECTED)/

/** Names the text of how an order ended; null if it ended as its status says. */
export function endOf(reason: string | null): 'EXPIRED' | 'EXPIRED_IN_MATCH' | 'REFUSED' | null {
  if (reason === 'EXPIRED' || reason === 'EXPIRED_IN_MATCH') return reason
  return refused.test(reason ?? '') ? 'REFUSED' : null
}
