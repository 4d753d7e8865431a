declare module 'pg/lib/utils.js' {
  /** Returns a parameter as the driver sends it; throws for a value that it cannot write. */
  export function prepareValue(value: unknown): string | Buffer | null
}
