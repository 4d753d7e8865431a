import type { Language } from '@tukar/client'
import { createOperatorClient, type OperatorClient } from '@tukar/client/operator'
import { type Approval, approvable, byNumber, type List, lists } from './lists.ts'
import type { Session, SessionFile } from './session-file.ts'
import { jsonOf, linesOf, tableOf } from './table.ts'
import type { Terminal } from './terminal.ts'
import { type TextName, texts } from './texts.ts'

export type Options = Readonly<{
  url?: string | undefined
  json?: boolean | undefined
  where?: readonly string[] | undefined
  limit?: string | undefined
  cursor?: string | undefined
  all?: boolean | undefined
  code?: string | undefined
  note?: string | undefined
  amount?: string | undefined
  reason?: string | undefined
}>

export type Setting = Readonly<{
  options: Options
  language: Language
  terminal: Terminal
  session: SessionFile
}>

/** The arguments are wrong; `message` says how. */
export class UsageError extends Error {}

/** No operator is signed in, or the session has ended. */
export class SignedOutError extends Error {}

type Command = (setting: Setting, args: readonly string[]) => Promise<void>

/** So many arguments at most, and the options by name, that a command takes. */
type Taken = Readonly<{ args: number; options: readonly (keyof Options)[] }>

const takenByAll = ['json', 'lang', 'help']

const sandboxUrl = 'http://127.0.0.1:3000'

const usage = ({ language }: Setting, text: TextName, rest = ''): never => {
  throw new UsageError(`${texts[text][language]} ${rest}`.trim())
}

/** Refuses what would be left out: an operator who typed it believes that it counts. */
function refuseUnused(setting: Setting, args: readonly string[], taken: Taken): void {
  const known: readonly string[] = [...takenByAll, ...taken.options]
  const options = Object.keys(setting.options).filter((name) => !known.includes(name))
  const [unused] = [...args.slice(taken.args), ...options.map((name) => `--${name}`)]
  if (unused !== undefined) usage(setting, 'notTaken', unused)
}

const ownHosts = ['localhost', '127.0.0.1', '[::1]']

/** Whether a password may be sent there: to another machine only if it is encrypted. */
function isSafe(url: string): boolean {
  const parsed = URL.parse(url)
  if (parsed?.protocol === 'http:') return ownHosts.includes(parsed.hostname)
  return parsed?.protocol === 'https:'
}

const login: Command = async (setting) => {
  const { options, language, terminal, session } = setting
  const known = await session.load()
  const url = (options.url ?? known?.url ?? sandboxUrl).replace(/\/+$/, '')
  if (!isSafe(url)) usage(setting, 'badUrl', url)
  const email = await terminal.ask(texts.email[language])
  const password = await terminal.ask(texts.password[language], { hidden: true })
  const code = options.code ?? (await terminal.ask(texts.code[language]))
  const client = createOperatorClient({ url, token: () => null, onSignedOut: () => undefined })
  const body = { email, password, ...(code === '' ? {} : { otpCode: code }) }
  const { token, expiresAt, operator } = await client.post('/operator/api/login', { body })
  await session.save({ url, token, expiresAt, email: operator.email })
  terminal.print(`${texts.signedIn[language]} ${expiresAt}: ${operator.email} (${operator.role})`)
}

const logout: Command = async (setting) => {
  const { terminal, session, language } = setting
  const known = await session.load()
  // The session here ends even if the service cannot be reached; there it expires by itself.
  await session.remove()
  if (known !== null) await clientOf(known).post('/operator/api/logout')
  terminal.print(texts.signedOut[language])
}

const clientOf = ({ url, token }: Session): OperatorClient =>
  createOperatorClient({ url, token: () => token, onSignedOut: () => undefined })

async function signedIn({ session, language }: Setting): Promise<Session> {
  const known = await session.load()
  if (known === null) throw new SignedOutError(texts.signInFirst[language])
  return known
}

const whoami: Command = async (setting) => {
  const session = await signedIn(setting)
  const me = await clientOf(session).get('/operator/api/me')
  const { url, expiresAt } = session
  show(setting, { url, expiresAt, ...me })
}

function show({ options, terminal }: Setting, item: unknown): void {
  terminal.print(options.json === true ? jsonOf(item) : linesOf(item))
}

function listNamed(setting: Setting, name: string | undefined): List {
  const list = name !== undefined && Object.hasOwn(lists, name) ? lists[name] : undefined
  return list ?? usage(setting, 'unknownList', `${name ?? '-'} (${Object.keys(lists).join(', ')})`)
}

/** Reads the filters, each once: the service leaves out names that it does not know. */
function filtersOf(setting: Setting, known: readonly string[]): Readonly<Record<string, string>> {
  const { where = [] } = setting.options
  const filters = new Map<string, string>()
  for (const filter of where) {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(filter) ?? []
    if (name === '' || filters.has(name)) usage(setting, 'badFilter', filter)
    if (!known.includes(name)) usage(setting, 'unknownFilter', `${name} (${known.join(', ')})`)
    filters.set(name, value)
  }
  return Object.fromEntries(filters)
}

const list: Command = async (setting, [name]) => {
  const { options, terminal, language } = setting
  const { columns, filters, read } = listNamed(setting, name)
  const { limit = options.all === true ? '100' : '20', cursor } = options
  const query = { ...filtersOf(setting, filters), limit }
  const client = clientOf(await signedIn(setting))
  const rows: unknown[] = []
  let next = cursor ?? null
  do {
    const page = await read(client, next === null ? query : { ...query, cursor: next })
    rows.push(...page.data)
    next = page.nextCursor
  } while (options.all === true && next !== null)
  if (options.json === true) return show(setting, { data: rows, nextCursor: next })
  terminal.print(rows.length === 0 ? texts.nothing[language] : tableOf(columns, rows))
  if (next !== null) terminal.warn(`${texts.more[language]} ${next}`)
}

const showOne: Command = async (setting, [name, id]) => {
  const { show: read } = listNamed(setting, name)
  if (read === undefined) return usage(setting, 'notShown', name)
  if (id === undefined) return usage(setting, 'missing', 'id')
  show(setting, await read(clientOf(await signedIn(setting)), id))
}

/** The state that an approval left: it may wait for another operator. */
const stateOf = (item: unknown): string => {
  const { status, state }: Readonly<Record<string, unknown>> = Object(item)
  return `${status ?? state ?? '-'}`
}

/** Rupiah are whole: of `250.000` the service would read 250. */
const rupiah = /^[1-9][0-9]*$/

/** Approves an item. A person sees it before the code is asked for. */
const approve: Command = async (setting, [kind, id]) => {
  const { options, terminal, language } = setting
  const found = kind !== undefined && Object.hasOwn(approvable, kind) ? approvable[kind] : undefined
  if (found === undefined)
    return usage(setting, 'notApprovable', Object.keys(approvable).join(', '))
  if (id === undefined) return usage(setting, 'missing', 'id')
  refuseUnused(setting, [], { args: 0, options: ['code', ...found.options] })
  const { amount } = options
  if (amount !== undefined && !rupiah.test(amount)) usage(setting, 'badAmount', amount)
  const client = clientOf(await signedIn(setting))
  const { code: given } = options
  if (terminal.isInteractive && given === undefined) {
    terminal.warn(linesOf(await lists[found.list]?.show?.(client, id)))
  }
  const asks = terminal.isInteractive && given === undefined
  const code = asks ? await terminal.ask(texts.code[language]) : given
  const stated: Approval = Object.fromEntries(
    found.options.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  )
  const approval = { ...stated, ...(code ? { otpCode: code } : {}) }
  const approved = await found.approve(client, id, approval)
  if (options.json === true) show(setting, approved)
  else terminal.print(`${texts.approved[language]} ${stateOf(approved)}`)
}

const replayFilters = ['source', 'key', 'from', 'to']

const replay: Command = async (setting, [id]) => {
  const { options, terminal, language } = setting
  const filters = filtersOf(setting, replayFilters)
  const { reason } = options
  const isOne = id !== undefined
  if (isOne) refuseUnused(setting, [], { args: 0, options: [] })
  if (!isOne && reason === undefined) return usage(setting, 'missing', 'id, --reason')
  const client = clientOf(await signedIn(setting))
  if (!isOne) {
    const body = { ...filters, reason: reason ?? '' }
    return show(setting, await client.post('/operator/api/inbox/replay', { body }))
  }
  await client.post('/operator/api/inbox/{id}/replay', byNumber(id))
  terminal.print(texts.replayed[language])
}

const commands: Readonly<Record<string, Taken & Readonly<{ run: Command }>>> = {
  login: { run: login, args: 0, options: ['url', 'code'] },
  logout: { run: logout, args: 0, options: [] },
  whoami: { run: whoami, args: 0, options: [] },
  list: { run: list, args: 1, options: ['where', 'limit', 'cursor', 'all'] },
  show: { run: showOne, args: 2, options: [] },
  approve: { run: approve, args: 2, options: ['code', 'note', 'amount'] },
  replay: { run: replay, args: 1, options: ['where', 'reason'] },
}

export async function runCommand(setting: Setting, args: readonly string[]): Promise<void> {
  const [name = '', ...rest] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) return usage(setting, 'unknownCommand', name)
  refuseUnused(setting, rest, command)
  await command.run(setting, rest)
}
