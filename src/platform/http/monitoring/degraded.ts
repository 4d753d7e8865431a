import type { Context } from '../../../context.ts'
import { perDatabase } from '../../../core/database/per-database.ts'

/** A part that a node can lack and still serve. */
type Part = 'custodyKeys'

const lackingOf = perDatabase((_ctx: Pick<Context, 'db'>) => new Set<Part>())

/** Records whether this node lacks a part. The readiness check lists it, but does not fail. */
export function noteDegraded(ctx: Pick<Context, 'db'>, part: Part, isLacking: boolean): void {
  if (isLacking) lackingOf(ctx).add(part)
  else lackingOf(ctx).delete(part)
}

/** Returns the parts that this node lacks now. */
export const degradedParts = (ctx: Pick<Context, 'db'>): readonly Part[] => [...lackingOf(ctx)]
