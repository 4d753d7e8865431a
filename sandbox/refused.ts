import type { z } from 'zod'

/** A refusal, with the status and message that the caller receives. */
export class Refused extends Error {
  readonly status: number
  /** The provider's own error code, if it has one. */
  readonly code: string
  /** Further fields of the error, by name. */
  readonly details: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string,
    message: string,
    details: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

/** Parses a request part, or refuses it with the first problem. */
export function read<Schema extends z.ZodType>(
  schema: Schema,
  part: unknown,
  code = 'INVALID',
): z.infer<Schema> {
  const parsed = schema.safeParse(part ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue === undefined || issue.path.length === 0 ? 'body' : issue.path.join('.')
  throw new Refused(400, code, `${where}: ${issue?.message ?? 'is not valid'}`)
}
