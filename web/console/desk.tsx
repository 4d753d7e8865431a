import { type keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OperatorClient } from '@tukar/client/operator'
import { createContext, type ReactNode, use } from 'react'
import type { Operator } from './roles.ts'
import { operators } from './session.ts'

const OperatorContext = createContext<Operator | null>(null)

export const OperatorProvider = (props: Readonly<{ operator: Operator; children: ReactNode }>) => (
  <OperatorContext value={props.operator}>{props.children}</OperatorContext>
)

/** The signed-in operator. */
export function useOperator(): Operator {
  const operator = use(OperatorContext)
  if (operator === null) throw new Error('useOperator needs an OperatorProvider above it')
  return operator
}

type ReadOptions = Readonly<{
  refetchInterval?: number
  enabled?: boolean
  /** Keeps what is shown while other rows are read. */
  placeholderData?: typeof keepPreviousData
}>

/** Reads from the operators' API; the key begins with the first word of the path. */
export const useRead = <Data,>(
  key: readonly (string | number)[],
  read: (client: OperatorClient) => Promise<Data>,
  options: ReadOptions = {},
) => useQuery({ queryKey: key, queryFn: () => read(operators), ...options })
