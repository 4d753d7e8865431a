import type { Context } from '../../../context.ts'
import { decodeUploads } from '../bodies/uploads.ts'
import type { Reply } from '../envelope.ts'
import type { CountedRate, HttpRequest } from '../route.ts'
import type { Ready, Step } from './steps.ts'
import { addRateHeaders } from './throttle.ts'

export type RunningRow<Caller, Input, Result> = Readonly<{
  /** Gets the fields of params, query and body in one record. */
  run: (
    ctx: Context,
    input: Input,
    caller: Caller,
    request: HttpRequest,
  ) => Result | Promise<Result>
  reply: Reply<Result>
  /** `run` counts its own rate, and reports it to callers with `request.reportRate`. */
  tellsRate?: boolean
  shared?: Readonly<{ mayLag?: boolean }>
}>

/** The last step: decodes pictures, runs the use case, on a replica if it may, and answers. */
export const running =
  <Caller, Input extends Readonly<Record<string, unknown>>, Result>(
    row: RunningRow<Caller, Input, Result>,
  ): Step<Ready<Caller, Input>> =>
  async ({ ctx, call, request, form, input, caller }) => {
    // Only multipart bodies have files.
    if (form !== null) await decodeUploads(ctx, input)
    const asked =
      row.tellsRate === true
        ? { ...request, reportRate: (rate: CountedRate) => addRateHeaders(call.trace, rate) }
        : request
    const run = async (on: Context) => row.run(on, input, caller, asked)
    const mayLag = row.shared?.mayLag === true
    return row.reply.answer(
      await (mayLag ? ctx.replicas.read((db) => run({ ...ctx, db })) : run(ctx)),
    )
  }
