/** What the console uses of the browser; nothing else in this folder reaches for it. */
export type Browser = Readonly<{
  document: Document
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** Keeps the token for as long as this tab is open. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  window: Readonly<{ location: { hash: string } }> & Pick<Window, 'addEventListener'>
}>
