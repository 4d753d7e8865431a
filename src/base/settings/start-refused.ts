/** The service cannot start, and the message says why and what to do: no stack helps with it. */
export class StartRefused extends Error {
  override readonly name: string = 'StartRefused'
}
