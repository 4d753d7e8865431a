import type { Answer } from '../harness.ts'

type Content = Pick<Answer, 'status' | 'body'>

/** Returns a response's status and its message; undefined if it has none. */
export const messageOf = ({ status, body }: Content) => [status, body?.message]

/** Returns a response's status and its whole body. */
export const bodyOf = ({ status, body }: Content) => [status, body]
