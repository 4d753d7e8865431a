import { Refusal } from '@tukar/client'
import type { components } from '@tukar/client/operator'
import { useLocation } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useRead } from '../desk.tsx'
import {
  carfReportPath,
  claimPath,
  proposalPath,
  recoveryPath,
  subscriptionPath,
  suspensePath,
  withdrawalPath,
} from '../paths.ts'
import { operators } from '../session.ts'
import { decisionTexts } from './texts.ts'

export type OpenDecision = components['schemas']['OpenDecision']
export type DecisionKind = OpenDecision['kind']

const pathsOf: { readonly [Kind in DecisionKind]: (id: string) => string } = {
  withdrawal: withdrawalPath,
  claim: claimPath,
  suspense: suspensePath,
  break: (id) => `/approvals/breaks/${encodeURIComponent(id)}`,
  proposal: proposalPath,
  operator: (id) => `/approvals/operators/${encodeURIComponent(id)}`,
  recovery: recoveryPath,
  'carf-report': carfReportPath,
  subscription: subscriptionPath,
}

/** The queue, oldest first. */
export const queuePath = '/approvals?sort=asc'

/** The page on which operators decide. */
export const decisionPath = ({ kind, id }: Pick<OpenDecision, 'kind' | 'id'>): string =>
  pathsOf[kind](id)

/** Reads a decision while it is open; null once it was decided. */
export const useDecision = (kind: DecisionKind, id: string) =>
  useRead(['approvals', kind, id], async (client) => {
    try {
      const path = { kind, id }
      return { open: await client.get('/operator/api/approvals/{kind}/{id}', { params: { path } }) }
    } catch (error) {
      if (error instanceof Refusal && error.message === 'api.decision_not_open') {
        return { open: null }
      }
      throw error
    }
  })

const readQueue = (query: Readonly<Record<string, string>>) =>
  operators.list('/operator/api/approvals', { ...query, limit: '100' })

/** Finds the oldest decision that waits for this operator: of the same kind first. */
async function findNext(kind: DecisionKind, id: string): Promise<OpenDecision | null> {
  for (const query of [{ kind }, {}]) {
    let page = await readQueue(query)
    for (;;) {
      const isOther = (one: OpenDecision) => one.kind !== kind || one.id !== id
      const next = page.data.find((one) => one.obstacle === null && isOther(one))
      if (next !== undefined) return next
      if (page.nextCursor === null) break
      page = await readQueue({ ...query, cursor: page.nextCursor })
    }
  }
  return null
}

/** Returns a function that opens the next decision, or the queue if there is none. */
export function useNextDecision(kind: DecisionKind, id: string): () => Promise<void> {
  const t = useTexts(decisionTexts)
  const toast = useToast()
  const [, navigate] = useLocation()
  return async () => {
    const next = await findNext(kind, id)
    toast(next === null ? t.noneLeft : t.next)
    navigate(next === null ? queuePath : decisionPath(next))
  }
}
