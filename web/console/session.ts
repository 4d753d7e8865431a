import { createOperatorClient, type OperatorClient } from '@tukar/client/operator'

const stored = 'tukar-console-token'
const listeners = new Set<() => void>()

/** The token of this tab; it ends with the tab. */
const readToken = (): string | null => sessionStorage.getItem(stored)

function keepToken(token: string | null): void {
  if (token === null) sessionStorage.removeItem(stored)
  else sessionStorage.setItem(stored, token)
  for (const listener of listeners) listener()
}

export const session = {
  token: readToken,
  begin: (token: string): void => keepToken(token),
  end: (): void => keepToken(null),
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** The one client of the console. A session that the service has ended leads to the sign-in. */
export const operators: OperatorClient = createOperatorClient({
  url: location.origin,
  token: readToken,
  onSignedOut: (token) => {
    if (readToken() === token) session.end()
  },
})
