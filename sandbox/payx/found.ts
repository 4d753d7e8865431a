import { Refused } from '../refused.ts'

export const notFound = 'DATA_NOT_FOUND'

export function found<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Refused(404, notFound, 'The data was not found')
  return thing
}
