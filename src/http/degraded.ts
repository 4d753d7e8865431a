import type { Context } from '../context.ts'

/** What a node can lack and still serve. */
type Part = 'custodyKeys'

const lacking = new WeakMap<object, Set<Part>>()

/** Notes whether this node lacks a part; readiness shows it and stays as it is. */
export function noteDegraded({ db }: Pick<Context, 'db'>, part: Part, isLacking: boolean): void {
  const parts = lacking.get(db) ?? new Set()
  if (isLacking) parts.add(part)
  else parts.delete(part)
  lacking.set(db, parts)
}

/** The parts that this node lacks now. */
export const degradedParts = ({ db }: Pick<Context, 'db'>): readonly Part[] => [
  ...(lacking.get(db) ?? []),
]
