import type { z } from 'zod'
import { camelCase } from '../../../base/values/words.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import {
  type Facts,
  insertAudit,
  type Subject,
} from '../../../core/operators/operator-audit.sql.ts'
import type { Operator } from '../../../core/operators/operators.sql.ts'
import {
  type Endpoint,
  type EndpointTerms,
  endpoint,
  type HttpRequest,
} from '../../http/endpoint/endpoint.ts'
import type { Reply } from '../../http/envelope.ts'
import type { Method } from '../../http/route.ts'
import { openActs } from './unguarded-acts.ts'

/** An operator's action and its origin, as recorded in the audit. */
export type Operation = Readonly<{
  action: string
  ip: string
  requestId: string
}>

export type OperatorOperation = Operation & Readonly<{ operator: Operator }>

/** A result whose cause is in the audit log. Only `audited` creates one. */
export class Audited<Result> {
  readonly #result: Result

  private constructor(result: Result) {
    this.#result = result
  }

  get result(): Result {
    return this.#result
  }

  /** Extends the result with more data of the same change. */
  with<More>(more: (result: Result) => More): Audited<More> {
    return new Audited(more(this.#result))
  }

  static async record<Result>(
    tx: Tx,
    by: Operation & Readonly<{ operator: Pick<Operator, 'id'> | null }>,
    { subject, before = null, after = null }: AuditedChange,
    result: Result,
  ): Promise<Audited<Result>> {
    const { action, ip, requestId, operator } = by
    const who = operator?.id ?? null
    await insertAudit(tx, { operator: who, action, subject, before, after, ip, requestId })
    return new Audited(result)
  }
}

export type AuditedChange = Readonly<{
  subject: Subject
  before?: Facts | null
  after?: Facts | null
}>

/**
 * Audits an operator's change in the transaction that makes it: both are committed or neither.
 * Every write must return an `Audited` result, so no write without an audit entry can be mounted.
 */
export const audited = Audited.record

type OperatorFields = z.ZodObject

/** An endpoint row with the name of its action and an audited result. */
type WriteRow<
  Params extends OperatorFields | undefined,
  Query extends OperatorFields | undefined,
  Body extends OperatorFields | undefined,
  Caller,
  By,
  Result,
> = Omit<EndpointTerms<Params, Query, Body, Caller, Result>, 'run' | 'reply'> &
  Readonly<{
    /** A noun and a verb, such as `user.suspend`; unique among all rows. */
    action: string
    run: (
      ctx: Context,
      input: Parameters<EndpointTerms<Params, Query, Body, Caller, Result>['run']>[1],
      by: By,
      request: HttpRequest,
    ) => Promise<Audited<Result>>
    reply: Reply<Result>
  }>

const tags: Readonly<Record<string, readonly string[]>> = {
  'Sign-in': ['login', 'logout', 'me', 'password', 'totp', 'invitations'],
  Users: ['search', 'users', 'blacklist', 'wallet-status', 'identities', 'recoveries'],
  Approvals: ['approvals', 'withdrawals', 'deposits', 'suspense'],
  Trading: ['orders', 'fills', 'unmatched-trades'],
  Ledger: ['holds', 'house', 'ledger', 'statement'],
  Overview: ['overview'],
  Reconciliation: ['reconciliation', 'breaks', 'proofs'],
  Inbox: ['inbox', 'jobs', 'regulatory-reports', 'alerts'],
  Content: ['news', 'news-categories', 'banners', 'pictures', 'dictionaries'],
  'Reference data': [
    ...['settings', 'prices', 'pairs', 'fees', 'assets', 'banks', 'countries', 'proposals'],
    ...['payment-instructions', 'pair-bounds'],
  ],
  Inquiries: ['inquiries'],
  Events: ['events', 'subscriptions'],
  Reports: ['reports', 'carf-reports', 'tax-months', 'tax-corrections'],
}

/** Returns the tag of the path's first word after `/operator/api/`. */
function operatorTag(path: string): string {
  const [, , , subject = ''] = path.replace(/\.csv$/, '').split('/')
  const found = Object.entries(tags).find(([, subjects]) => subjects.includes(subject))
  return found?.[0] ?? 'Administration'
}

/** `news-category.create` becomes `createNewsCategory`. */
const operationIdOf = (action: string): string =>
  camelCase(
    action
      .split('.')
      .toReversed()
      .flatMap((part) => part.split('-')),
  )

const operationOf = (action: string, request: HttpRequest): Operation => ({
  action,
  ip: request.ip,
  requestId: request.id,
})

/**
 * Builds a row of the operators' interface that changes data. Each success is audited. Throws if an
 * act takes no code and is not listed as one that needs none, which prevents the service from
 * starting.
 */
export function operatorWrite<
  Result,
  Params extends OperatorFields | undefined = undefined,
  Query extends OperatorFields | undefined = undefined,
  Body extends OperatorFields | undefined = undefined,
>(
  method: Method,
  path: string,
  row: WriteRow<Params, Query, Body, Operator, OperatorOperation, Result>,
): Endpoint {
  const { action, run, ...rest } = row
  if (!openActs.has(action) && !('otpCode' in (rest.body?.shape ?? {}))) {
    throw new Error(`${action} takes no code, and unguarded-acts.ts does not list it`)
  }
  const mounted = endpoint<Operator, Result, Params, Query, Body>({
    operationId: operationIdOf(action),
    ...rest,
    method,
    path,
    tag: operatorTag(path),
    run: async (ctx, input, operator, request) =>
      (await run(ctx, input, { ...operationOf(action, request), operator }, request)).result,
  })
  return { ...mounted, action }
}

/** Builds a row for signing in, before the caller is known. */
export function operatorEntry<Result, Body extends OperatorFields>(
  path: string,
  row: WriteRow<undefined, undefined, Body, null, Operation, Result>,
): Endpoint {
  const { action, run, ...rest } = row
  const mounted = endpoint<null, Result, undefined, undefined, Body>({
    operationId: operationIdOf(action),
    ...rest,
    method: 'POST',
    path,
    tag: operatorTag(path),
    run: async (ctx, input, _caller, request) =>
      (await run(ctx, input, operationOf(action, request), request)).result,
  })
  return { ...mounted, action }
}

const notedLooks = new WeakMap<HttpRequest, Set<string>>()

/**
 * Audits that an operator looked at a person's data; call it before showing the data. A request is
 * audited once for each action and subject, also if it reads many pages of a list.
 */
export async function noteLook(
  ctx: Pick<Context, 'db'>,
  {
    action,
    operator,
    request,
  }: Readonly<{
    action: string
    operator: Operator
    request: HttpRequest
  }>,
  subject: Subject,
  after: Facts | null = null,
): Promise<void> {
  const noted = notedLooks.get(request) ?? new Set()
  const look = `${action} ${subject.kind} ${subject.id}`
  if (noted.has(look)) return
  const by = { ...operationOf(action, request), operator }
  await ctx.db.inTransaction((tx) => audited(tx, by, { subject, after }, null))
  notedLooks.set(request, noted.add(look))
}

/** Builds a row that only reads. One that shows a person's data must call `noteLook`. */
export const operatorRead = <
  Result,
  Params extends OperatorFields | undefined = undefined,
  Query extends OperatorFields | undefined = undefined,
  Body extends OperatorFields | undefined = undefined,
>(
  path: string,
  row: EndpointTerms<Params, Query, Body, Operator, Result>,
): Endpoint => endpoint({ ...row, method: 'GET', path, tag: operatorTag(path) })
