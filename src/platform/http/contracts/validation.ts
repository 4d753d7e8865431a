import type { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'

/** The placeholder for the field's name in sentences of contracts. */
const attributePlace = ':attribute'

/** `otpCode` becomes "otp code", `ktp_image` "ktp image"; nested names keep their dots. */
export function inWords(path: readonly PropertyKey[]): string {
  return path
    .map((part) =>
      part
        .toString()
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
        .replaceAll('_', ' ')
        .toLowerCase(),
    )
    .join('.')
}

/** Parses a value by its contract; refuses with the first failure as a sentence. */
export function parseWith<Contract extends z.ZodType>(
  contract: Contract,
  value: unknown,
): z.output<Contract> {
  const parsed = contract.safeParse(value)
  return parsed.success ? parsed.data : refuseInvalid(parsed.error, value)
}

/** Names of fields; each with the one value that asks for nothing, or null if there is none. */
export type UnsupportedFields = Readonly<Record<string, string | null>>

/** The same by names as `respelt` makes them, which an endpoint prepares once. */
export type RespeltFields = ReadonlyMap<string, string | null>

export const respeltFields = (fields: UnsupportedFields): RespeltFields =>
  new Map(Object.entries(fields).map(([name, value]) => [respelt(name), value]))

const isBlank = (value: unknown): boolean =>
  isMissing(value) || (typeof value === 'string' && value.trim() === '')

/** Compares names as people spell them: `timeInForce`, `time_in_force`. */
const respelt = (name: string): string => name.replace(/[_-]/g, '').toLowerCase()

/** Refuses a record with a field that would change the meaning of the request. */
export function assertSupported(sent: unknown, unsupported: RespeltFields): void {
  if (typeof sent !== 'object' || sent === null) return
  const found = Object.entries(sent).find(([name, value]) => {
    const harmless = unsupported.get(respelt(name))
    return harmless !== undefined && !isBlank(value) && `${value}` !== harmless
  })
  if (found === undefined) return
  const text = `The ${inWords([found[0]])} field is not supported.`
  refuse('api.validation_failed', { text, errors: { [found[0]]: [text] } })
}

function refuseInvalid(error: z.ZodError, value: unknown): never {
  const errors = new Map<string, string[]>()
  for (const issue of error.issues) {
    const field = issue.path.join('.')
    const sentences = errors.get(field) ?? []
    errors.set(field, [...sentences, sentenceOf(issue, value)])
  }
  const [first] = errors.values()
  refuse('api.validation_failed', {
    text: first?.[0] ?? 'The request is invalid.',
    errors: Object.fromEntries(errors),
  })
}

type Issue = z.core.$ZodIssue

function sentenceOf(issue: Issue, value: unknown): string {
  const own = issue.message.includes(attributePlace)
  const template = own ? issue.message : plainSentence(issue, value)
  return template.replace(attributePlace, inWords(issue.path))
}

const article: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  array: 'an array',
  object: 'an array',
  record: 'an array',
  boolean: 'true or false',
}

/** Sentences for schemas that are not from contracts.ts, such as a plain nested object. */
function plainSentence(issue: Issue, value: unknown): string {
  if (isMissing(valueAt(value, issue.path))) return 'The :attribute field is required.'
  if (issue.code === 'invalid_value') return 'The selected :attribute is invalid.'
  const kind = issue.code === 'invalid_type' ? article[issue.expected] : undefined
  return kind === undefined
    ? 'The :attribute field format is invalid.'
    : `The :attribute field must be ${kind}.`
}

const isMissing = (value: unknown): boolean => value === undefined || value === null

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value
  for (const part of path) {
    if (typeof here !== 'object' || here === null) return undefined
    here = Reflect.get(here, part)
  }
  return here
}
