import type { ListPath, OperatorClient, RowOf } from '@tukar/client/operator'

/** A list that an operator may read, with the columns of its table. */
export type List = Readonly<{
  columns: readonly string[]
  filters: readonly string[]
  read: (client: OperatorClient, query: Readonly<Record<string, string>>) => Promise<ListPage>
  /** Reads one item by its id; absent if the list has all there is. */
  show?: (client: OperatorClient, id: string) => Promise<unknown>
}>

type ListPage = Readonly<{ data: readonly unknown[]; nextCursor: string | null }>

const listOf = <Path extends ListPath>(
  path: Path,
  columns: readonly (keyof RowOf<Path> & string)[],
  filters: readonly string[],
  show?: List['show'],
): List => ({
  columns,
  filters,
  read: (client, query) => client.list(path, query),
  ...(show === undefined ? {} : { show }),
})

const span = ['from', 'to', 'sort']
const byId = (id: string) => ({ params: { path: { id } } })

/** Of an id that is not a number as a whole: the service refuses it, and `1,234` is never `1`. */
export const byNumber = (id: string) => ({
  params: { path: { id: /^[0-9]+$/.test(id) ? Number(id) : Number.NaN } },
})

/** By the name that an operator types. */
export const lists: Readonly<Record<string, List>> = {
  alerts: listOf(
    '/operator/api/alerts',
    ['id', 'severity', 'kind', 'subject', 'createdAt'],
    ['severity', 'kind', ...span],
  ),
  approvals: listOf(
    '/operator/api/approvals',
    ['kind', 'id', 'subject', 'symbol', 'amount', 'needed', 'agreed', 'at'],
    ['kind', 'sort'],
  ),
  audit: listOf(
    '/operator/api/audit',
    ['id', 'operator', 'action', 'subject', 'at'],
    ['operatorId', 'action', 'subjectKind', 'subjectId', ...span],
  ),
  breaks: listOf(
    '/operator/api/breaks',
    ['id', 'provider', 'kind', 'subject', 'asset', 'ours', 'theirs', 'since'],
    ['state', 'kind', 'provider', 'symbol', ...span],
    (client, id) => client.get('/operator/api/breaks/{id}', byNumber(id)),
  ),
  deposits: listOf(
    '/operator/api/deposits',
    ['id', 'userId', 'symbol', 'amount', 'status', 'reason', 'createdAt'],
    ['status', 'user', ...span],
    (client, id) => client.get('/operator/api/deposits/{id}', byNumber(id)),
  ),
  fills: listOf(
    '/operator/api/fills',
    ['tradeId', 'order_no', 'txPair', 'side', 'price', 'volume', 'createdAt'],
    ['user', 'order_no', 'txPair', 'side', ...span],
  ),
  holds: listOf(
    '/operator/api/holds',
    ['id', 'userId', 'symbol', 'initial', 'remaining', 'openedAt'],
    ['user', 'olderThan', 'sort'],
  ),
  identities: listOf(
    '/operator/api/identities',
    ['id', 'userId', 'status', 'undecided', 'tries', 'updatedAt'],
    ['user', 'status', 'undecided', ...span],
    (client, id) => client.get('/operator/api/identities/{id}', byNumber(id)),
  ),
  inbox: listOf(
    '/operator/api/inbox',
    ['id', 'source', 'key', 'state', 'attempts', 'error', 'receivedAt'],
    ['state', 'source', 'key', ...span],
    (client, id) => client.get('/operator/api/inbox/{id}', byNumber(id)),
  ),
  orders: listOf(
    '/operator/api/orders',
    ['order_no', 'userId', 'txPair', 'side', 'type', 'price', 'volume', 'status', 'createdAt'],
    ['user', 'order_no', 'txPair', 'status', 'side', 'inDoubt', ...span],
    (client, orderNo) =>
      client.get('/operator/api/orders/{orderNo}', { params: { path: { orderNo } } }),
  ),
  postings: listOf(
    '/operator/api/ledger/postings',
    ['id', 'key', 'action', 'at'],
    ['user', 'key', 'cause', 'action', ...span],
    (client, id) => client.get('/operator/api/ledger/postings/{id}', byNumber(id)),
  ),
  proposals: listOf(
    '/operator/api/proposals',
    ['id', 'kind', 'subject', 'before', 'value', 'state', 'proposedAt'],
    ['state', 'kind', ...span],
    (client, id) => client.get('/operator/api/proposals/{id}', byNumber(id)),
  ),
  recoveries: listOf(
    '/operator/api/recoveries',
    ['id', 'userId', 'userEmail', 'state', 'createdAt', 'dueAt'],
    ['state', 'sort'],
    (client, id) => client.get('/operator/api/recoveries/{id}', byNumber(id)),
  ),
  suspense: listOf(
    '/operator/api/suspense',
    ['id', 'source', 'reference', 'symbol', 'amount', 'reason', 'state', 'createdAt'],
    ['state', 'provider', 'symbol', ...span],
    (client, id) => client.get('/operator/api/suspense/{id}', byNumber(id)),
  ),
  users: listOf(
    '/operator/api/users',
    ['id', 'email', 'name', 'identityStatus', 'suspendedAt', 'createdAt'],
    ['q', 'suspended', 'sort'],
    (client, id) => client.get('/operator/api/users/{id}', byNumber(id)),
  ),
  withdrawals: listOf(
    '/operator/api/withdrawals',
    ['id', 'userId', 'symbol', 'amount', 'status', 'approvals', 'approvalsNeeded', 'createdAt'],
    ['status', 'kind', 'user', 'symbol', 'incident', ...span],
    (client, id) => client.get('/operator/api/withdrawals/{id}', byId(id)),
  ),
}

export type Approval = Readonly<{ otpCode?: string; note?: string; amount?: string }>

/** What an operator may approve: its list, and the call. */
export const approvable: Readonly<
  Record<
    string,
    Readonly<{
      list: string
      /** Options that this approval has beside the code. */
      options: readonly ('note' | 'amount')[]
      approve: (client: OperatorClient, id: string, approval: Approval) => Promise<unknown>
    }>
  >
> = {
  withdrawal: {
    list: 'withdrawals',
    options: ['note'],
    approve: (client, id, body) =>
      client.post('/operator/api/withdrawals/{id}/approve', { ...byId(id), body }),
  },
  deposit: {
    list: 'deposits',
    options: ['amount'],
    approve: (client, id, body) =>
      client.post('/operator/api/deposits/{id}/approve', { ...byNumber(id), body }),
  },
  proposal: {
    list: 'proposals',
    options: [],
    approve: (client, id, body) =>
      client.post('/operator/api/proposals/{id}/agree', { ...byNumber(id), body }),
  },
  recovery: {
    list: 'recoveries',
    options: [],
    approve: (client, id, body) =>
      client.post('/operator/api/recoveries/{id}/agree', { ...byNumber(id), body }),
  },
}
