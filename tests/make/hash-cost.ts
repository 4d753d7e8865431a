import { passwordLimits } from '../../src/platform/access/passwords/password-limits.ts'
import { hashCost } from '../../src/platform/access/passwords/passwords.ts'
import type { Owner } from '../database.ts'

const least = { memory: 8, passes: 1 }

/** Hashes passwords at the lowest cost, so that tests sign in quickly. */
export const lowerHashCost = () => Object.assign(hashCost, least)

/** Hashes passwords at the cost of a running service until the test ends. */
export function restoreHashCost(t: Owner): void {
  Object.assign(hashCost, passwordLimits.hash)
  t.after(lowerHashCost)
}
