import { Refused } from '../../refused.ts'

/** The venue's refusal: its code is a negative number, its status by default 400. */
export const no = (code: number, message: string, status = 400): Refused =>
  new Refused(status, code.toString(), message)

export const wordsOf = {
  badSymbol: 'Invalid symbol.',
  insufficient: 'Account has insufficient balance for requested action.',
  duplicate: 'Duplicate order sent.',
  unknownOrder: 'Unknown order sent.',
  noSuchOrder: 'Order does not exist.',
} as const

/** Returns the body's code if the venue gave none. */
export function codeOf(status: number, code: string | undefined): number {
  const own = Number(code)
  if (Number.isInteger(own) && own < 0) return own
  if (status === 429 || status === 418) return -1003
  return status >= 500 ? -1000 : -1100
}

const titles = { 404: '404 Not Found', 410: '410 Gone' } as const

/** The page of the server in front of the venue, for unknown paths. */
export const pageOf = (status: keyof typeof titles): string => {
  const title = titles[status]
  const lines = [
    '<html>',
    `<head><title>${title}</title></head>`,
    '<body>',
    `<center><h1>${title}</h1></center>`,
    '<hr><center>nginx</center>',
    '</body>',
    '</html>',
  ]
  return `${lines.join('\r\n')}\r\n`
}
