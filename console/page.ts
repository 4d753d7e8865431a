/** What a page is: a row that the views read. The pages themselves stand in `*-pages.ts`. */
import type { Row } from './row.ts'
import type { Method } from './service.ts'

const roles = ['viewer', 'support', 'finance', 'admin'] as const
export type Role = (typeof roles)[number]

export const isRole = (text: string): text is Role => roles.some((role) => role === text)

export type Operator = Readonly<{
  id: number
  email: string
  role: Role
  bind2FA: boolean
  passwordInitial: boolean
}>

/** Everybody reads, and an admin may do everything; support and finance are apart. */
export const mayActAs = ({ role }: Operator, needed: Role): boolean =>
  role === needed || role === 'admin' || needed === 'viewer'

export type Field = Readonly<{
  name: string
  label: string
  kind: 'text' | 'lines' | 'email' | 'code' | 'password' | 'new-password' | 'choice'
  choices?: readonly string[]
  optional?: boolean
  hint?: string
  /** What of the row it begins with. */
  from?: string
}>

/** Something that changes what the service holds. `{names}` are filled from the row. */
export type Action = Readonly<{
  title: string
  role: Role
  /** POST unless it says otherwise. */
  method?: Exclude<Method, 'GET'>
  path: string
  /** What is asked once more before it is sent. */
  question: string
  fields?: readonly Field[]
  /** What is sent beside the fields. */
  sends?: (row: Row) => Row
  /** Whether it makes sense for a row; what it answers is the service's to say. */
  fits?: (row: Row, operator: Operator) => boolean
  /** What of the answer says how far it came, where the page shows nothing of it. */
  tells?: string
}>

export type Page = Readonly<{
  name: string
  title: string
  group: string
  /** Who may read it; everybody unless it says otherwise. */
  role?: Role
  path: string
  about: string
  filters?: readonly Field[]
  /** The filter that the menu begins with. */
  begin?: Readonly<Record<string, string>>
  columns: readonly string[]
  /** The column by which one is opened; without it the list shows all there is. */
  key?: string
  /** Other pages about the same thing. */
  links?: readonly Readonly<{ title: string; to: string }>[]
  /** What may be done to one. */
  actions?: readonly Action[]
  /** What may be done that concerns no single one. */
  makes?: readonly Action[]
}>

export const reason: Field = {
  name: 'reason',
  label: 'Reason',
  kind: 'lines',
  hint: 'Stands in the audit.',
}

/** The authenticator's code, which what guards money or access takes of operators who have one. */
export const otpCode: Field = {
  name: 'otpCode',
  label: 'One-time code',
  kind: 'code',
  optional: true,
  hint: 'From your authenticator app, if you have bound one. Each code works once.',
}

/** Names of columns, or choices, as one text. */
export const names = (text: string): readonly string[] => text.split(' ')

export const choice = (name: string, label: string, choices: readonly string[]): Field => ({
  name,
  label,
  kind: 'choice',
  choices,
})

export const text = (name: string, label: string): Field => ({ name, label, kind: 'text' })

/** Fits rows whose field has one of these values. */
export const whenOneOf =
  (path: string, ...values: readonly unknown[]) =>
  (row: Row): boolean =>
    values.includes(row[path])
