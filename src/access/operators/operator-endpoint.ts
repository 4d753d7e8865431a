import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/database.ts'
import { type Endpoint, type EndpointRow, endpoint, type HttpRequest } from '../../http/endpoint.ts'
import type { Reply } from '../../http/envelope.ts'
import { type Facts, insertAudit, type Subject } from '../../operators/operator-audit.sql.ts'
import type { Operator } from '../../operators/operators.sql.ts'

/** What an operator is about to do: under which name, and from where, it will be audited. */
export type Operation = Readonly<{
  action: string
  ip: string
  requestId: string
}>

/** An operation of somebody who is signed in. */
export type OperatorOperation = Operation & Readonly<{ operator: Operator }>

/** A result whose cause stands in the audit. Only `audited` makes one. */
export class Audited<Result> {
  readonly #result: Result

  private constructor(result: Result) {
    this.#result = result
  }

  get result(): Result {
    return this.#result
  }

  /** The same with more to answer, which came of the same change. */
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
 * Writes down what an operator changed, in the transaction that changes it: both are committed or
 * neither is. What a write answers comes out of here, so none can be mounted that leaves no trace.
 */
export const audited = Audited.record

type OperatorFields = z.ZodObject

/** A row like any other, but for its action's name and for a result that has been audited. */
type WriteRow<
  Params extends OperatorFields | undefined,
  Query extends OperatorFields | undefined,
  Body extends OperatorFields | undefined,
  Caller,
  By,
  Result,
> = Omit<EndpointRow<Params, Query, Body, Caller, Result>, 'run' | 'tag' | 'reply'> &
  Readonly<{
    /** A noun and a verb, as `user.suspend`; no two rows share one. */
    action: string
    run: (
      ctx: Context,
      input: Parameters<EndpointRow<Params, Query, Body, Caller, Result>['run']>[1],
      by: By,
      request: HttpRequest,
    ) => Promise<Audited<Result>>
    reply: Reply<Result>
  }>

const operatorTag = 'Operator'

const operationOf = (action: string, request: HttpRequest): Operation => ({
  action,
  ip: request.ip,
  requestId: request.id,
})

/** A row of the operators' interface that changes something. Each success is audited. */
export function operatorWrite<
  Result,
  Params extends OperatorFields | undefined = undefined,
  Query extends OperatorFields | undefined = undefined,
  Body extends OperatorFields | undefined = undefined,
>(row: WriteRow<Params, Query, Body, Operator, OperatorOperation, Result>): Endpoint {
  const { action, run, ...rest } = row
  const mounted = endpoint<Operator, Result, Params, Query, Body>({
    ...rest,
    tag: operatorTag,
    run: async (ctx, input, operator, request) =>
      (await run(ctx, input, { ...operationOf(action, request), operator }, request)).result,
  })
  return { ...mounted, action }
}

/** The way in, where the caller is not known yet. */
export function operatorEntry<Result, Body extends OperatorFields>(
  row: WriteRow<undefined, undefined, Body, null, Operation, Result>,
): Endpoint {
  const { action, run, ...rest } = row
  const mounted = endpoint<null, Result, undefined, undefined, Body>({
    ...rest,
    tag: operatorTag,
    run: async (ctx, input, _caller, request) =>
      (await run(ctx, input, operationOf(action, request), request)).result,
  })
  return { ...mounted, action }
}

/** Writes down that an operator looked at a person's data, before it is shown. */
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
): Promise<void> {
  const by = { ...operationOf(action, request), operator }
  await ctx.db.inTransaction((tx) => audited(tx, by, { subject }, null))
}

/** A row that only reads. One that shows a person's data says so with `noteLook`. */
export const operatorRead = <
  Result,
  Params extends OperatorFields | undefined = undefined,
  Query extends OperatorFields | undefined = undefined,
  Body extends OperatorFields | undefined = undefined,
>(
  row: Omit<EndpointRow<Params, Query, Body, Operator, Result>, 'tag' | 'method'>,
): Endpoint => endpoint({ ...row, method: 'GET', tag: operatorTag })
