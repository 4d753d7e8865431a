/** Returns whether an error carries this code, as those of Node and PostgreSQL do. */
export const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
