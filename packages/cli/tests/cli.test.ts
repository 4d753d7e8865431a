import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { freePort } from '../../../tests/free-port.ts'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { fieldsIn } from '../../../tests/json.ts'
import { makeClaim } from '../../../tests/make/cash-deposit.ts'
import { makeProvenTrader } from '../../../tests/make/identity.ts'
import { makeOperator, type SignedInOperator } from '../../../tests/make/operator.ts'
import { codeOf, wrongCodeOf } from '../../../tests/make/totp.ts'
import { makeWithdrawer, withdrawCoin } from '../../../tests/make/withdrawal.ts'
import { run } from '../src/program.ts'

const program = path.join(import.meta.dirname, '../src/main.ts')

type Ended = Readonly<{ code: number | null; out: string; err: string }>
type Run = (args: readonly string[], input?: readonly string[]) => Promise<Ended>

type RunWith = (
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  input: readonly string[],
) => Promise<Ended>

/** Runs the program in this process, which saves the start of another. */
const runHere: RunWith = async (env, args, input) => {
  const lines = input.values()
  const [out, err]: [string[], string[]] = [[], []]
  const code = await run(args, env, {
    isInteractive: false,
    print: (line) => void out.push(`${line}\n`),
    warn: (line) => void err.push(`${line}\n`),
    ask: async () => lines.next().value ?? '',
  })
  return { code, out: out.join(''), err: err.join('') }
}

/** Runs the program as its operator would. */
const runApart: RunWith = async (env, args, input) => {
  const child = spawn(process.execPath, ['--conditions=tukar-source', program, ...args], { env })
  child.stdin.end(input.map((line) => `${line}\n`).join(''))
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [code, out, err] = await Promise.all([closed, text(child.stdout), text(child.stderr)])
  return { code, out, err }
}

/** Returns the program of one operator, with a session file of its own. */
async function terminalOf(t: TestContext, runWith = runHere): Promise<Run & { session: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-cli-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const session = path.join(folder, 'tukar', 'session.json')
  const env = { ...process.env, TUKAR_SESSION: session, TUKAR_LANG: 'en' }
  const runOne: Run = (args, input = []) => runWith(env, args, input)
  return Object.assign(runOne, { session })
}

const Page = z.object({
  data: z.array(z.object({ id: z.union([z.string(), z.int()]) })),
  nextCursor: z.string().nullable(),
})

const pageOf = ({ out }: Ended) => Page.parse(JSON.parse(out))

/** The program after a sign-in. */
async function signedIn(
  t: TestContext,
  tukar: Tukar,
  operator: SignedInOperator,
  runWith = runHere,
) {
  const run = await terminalOf(t, runWith)
  const { email, password } = operator
  const ended = await run(['login', '--url', tukar.url], [email, password, ''])
  assert.equal(ended.code, 0, ended.err)
  return run
}

async function waitingWithdrawal(tukar: Tukar): Promise<string> {
  const large = { amount: '0.03', residentialAddress: 'Jalan Melati 1, Bandung' }
  const answer = await withdrawCoin(tukar, await makeWithdrawer(tukar), large)
  assert.equal(answer.body.data?.status, 'PENDING_APPROVAL', answer.text)
  return answer.body.data.request_id
}

test('an operator signs in, and the session is a file that no other user reads', async (t) => {
  const tukar = await startTukar(t)
  const operator = await makeOperator(tukar, 'finance')
  const run = await signedIn(t, tukar, operator, runApart)
  assert.equal((await stat(run.session)).mode & 0o777, 0o600)
  const me = fieldsIn((await run(['whoami', '--json'])).out)
  assert.deepEqual([me['email'], me['role'], me['url']], [operator.email, 'finance', tukar.url])
  assert.equal((await run(['logout'])).code, 0)
  const after = await run(['whoami'])
  assert.deepEqual([after.code, after.out], [3, ''])
})

test('a wrong password ends with 1 and a sentence, in the wanted language', async (t) => {
  const tukar = await startTukar(t)
  const operator = await makeOperator(tukar, 'finance')
  const run = await terminalOf(t)
  const input = [operator.email, 'not the password', '']
  const english = await run(['login', '--url', tukar.url], input)
  const indonesian = await run(['login', '--url', tukar.url, '--lang', 'id'], input)
  assert.deepEqual([english.code, indonesian.code], [1, 1])
  assert.match(english.err, /^auth\.failed: /)
  assert.notEqual(indonesian.err, english.err)
})

test('a waiting withdrawal is listed, shown, and approved', async (t) => {
  const tukar = await startTukar(t)
  const id = await waitingWithdrawal(tukar)
  const run = await signedIn(t, tukar, await makeOperator(tukar, 'finance'))
  const where = ['--where', 'status=PENDING_APPROVAL']
  const table = await run(['list', 'withdrawals', ...where])
  assert.match(table.out, /^id +userId +symbol +amount/)
  assert.ok(table.out.includes(id))
  const listed = pageOf(await run(['list', 'withdrawals', ...where, '--json']))
  assert.deepEqual([listed.data.map((one) => one.id), listed.nextCursor], [[id], null])
  assert.match((await run(['show', 'withdrawals', id])).out, /^amount +0\.03$/m)
  const approved = await run(['approve', 'withdrawal', id, '--note', 'seen', '--json'])
  assert.equal(approved.code, 0, approved.err)
  assert.notEqual(fieldsIn(approved.out)['status'], 'PENDING_APPROVAL')
  const again = await run(['approve', 'withdrawal', id])
  assert.deepEqual([again.code, again.err.split(':')[0]], [1, 'api.already_decided'])
  assert.match((await run(['list', 'withdrawals', ...where])).out, /^Nothing found/)
})

test('a wrong code approves nothing', async (t) => {
  const tukar = await startTukar(t)
  const id = await waitingWithdrawal(tukar)
  const operator = await makeOperator(tukar, 'finance')
  const run = await signedIn(t, tukar, operator)
  const { email, password, token } = operator
  const offered = await tukar.call('POST', '/operator/api/totp', { token, body: { password } })
  assert.equal(offered.status, 200, offered.text)
  const { secret2FA: secret } = offered.body.data
  const confirming = { token, body: { otpCode: codeOf(secret) } }
  assert.equal((await tukar.call('POST', '/operator/api/totp/confirm', confirming)).status, 200)
  const signed = await run(['login', '--code', codeOf(secret, 1)], [email, password])
  assert.equal(signed.code, 0, signed.err)
  const refused = await run(['approve', 'withdrawal', id, '--code', wrongCodeOf(secret)])
  assert.deepEqual([refused.code, refused.err.split(':')[0]], [1, 'auth.otp_failed'])
  assert.match((await run(['show', 'withdrawals', id])).out, /^status +PENDING_APPROVAL$/m)
})

test('pages follow each other, and --all reads every one', async (t) => {
  const tukar = await startTukar(t)
  await sql`
    insert into inbox (source, event_key, state, body)
    select 'payx.deposit-paid', 'cli-' || n, 'parked', '?'
    from generate_series(1, 5) n`.execute(tukar.service.ctx.db.read)
  const run = await signedIn(t, tukar, await makeOperator(tukar, 'finance'))
  const page = ['list', 'inbox', '-w', 'state=parked', '--json', '--limit', '2']
  const first = pageOf(await run(page))
  const second = pageOf(await run([...page, '--cursor', first.nextCursor ?? '']))
  const all = pageOf(await run([...page, '--all']))
  assert.deepEqual([first.data.length, second.data.length, all.data.length], [2, 2, 5])
  assert.deepEqual(all.data.slice(0, 4), [...first.data, ...second.data])
})

test('a parked event is applied again by its whole id, or with others by a filter', async (t) => {
  const tukar = await startTukar(t)
  const parked = async (key: string): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      insert into inbox (source, event_key, state, body)
      values ('payx.deposit-paid', ${key}, 'parked', '?') returning id`.execute(
      tukar.service.ctx.db.read,
    )
    return rows[0]?.id ?? assert.fail()
  }
  const [one] = [await parked('cli-one'), await parked('cli-two')]
  const run = await signedIn(t, tukar, await makeOperator(tukar, 'finance'))
  const misspelled = await run(['replay', `${one},000`])
  assert.deepEqual([misspelled.code, misspelled.out], [1, ''])
  const replayed = await run(['replay', String(one)])
  assert.deepEqual([replayed.code, replayed.out], [0, 'Applied again.\n'])
  const many = ['replay', '-w', 'key=cli-two', '--json']
  assert.equal((await run(many)).code, 2)
  const filtered = await run([...many, '--reason', 'the adapter is mended'])
  assert.equal(filtered.code, 0, filtered.err)
  assert.equal(fieldsIn(filtered.out)['replayed'], 1)
})

test('wrong usage ends with 2, help with 0 in both languages, no response with 4', async (t) => {
  const run = await terminalOf(t, runApart)
  const wrong = [[], ['lists'], ['list', 'money'], ['show', 'users'], ['list', '--nothing']]
  for (const args of wrong) assert.equal((await run(args)).code, 2, args.join(' '))
  const english = await run(['--help'])
  const indonesian = await run(['--help', '--lang', 'id'])
  assert.deepEqual([english.code, indonesian.code], [0, 0])
  for (const { out } of [english, indonesian]) assert.match(out, /^ {2}withdrawals .*status, kind/m)
  assert.notEqual(english.out, indonesian.out)
  const nowhere = `http://127.0.0.1:${await freePort()}`
  const lost = await run(['login', '--url', nowhere], ['a@tukar.test', 'secret', ''])
  assert.equal(lost.code, 4)
})

test('a session that cannot be stored ends with 2 and the reason', async (t) => {
  const tukar = await startTukar(t)
  const { email, password } = await makeOperator(tukar, 'finance')
  const run = await terminalOf(t)
  await writeFile(path.dirname(run.session), 'a file in place of the folder')
  const { code, err } = await run(['login', '--url', tukar.url], [email, password, ''])
  assert.deepEqual([code, err.trim().split('\n').length], [2, 1], err)
  assert.match(err, /^E[A-Z]+: /)
})

const hasNoScript = process.platform === 'linux' ? false : 'the `script` of Linux is needed'

test('a question that is interrupted ends with 130, quietly', { skip: hasNoScript }, async () => {
  const login = `'${program}' login --url http://127.0.0.1:9`
  const command = `'${process.execPath}' --conditions=tukar-source ${login}`
  for (const key of ['\x03', '\x04']) {
    const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'])
    const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
    let shown = ''
    child.stdout.on('data', (chunk) => {
      const wasAsked = shown.includes('Email:')
      shown += chunk
      if (!wasAsked && shown.includes('Email:')) child.stdin.write(key)
    })
    assert.equal(await closed, 130, shown)
    assert.ok(!shown.includes('Abort'), shown)
  }
})

test('a password is sent to another machine only if it is encrypted', async (t) => {
  const run = await terminalOf(t)
  for (const url of ['http://api.example.com', 'localhost:3000', 'ftp://127.0.0.1', 'tukar']) {
    const { code, err } = await run(['login', '--url', url], ['a@tukar.test', 'secret', ''])
    assert.deepEqual([code, err.includes(url)], [2, true], err)
  }
})

test('a stored text cannot rewrite what the terminal shows', async (t) => {
  const tukar = await startTukar(t)
  await sql`
    insert into inbox (source, event_key, state, body)
    values ('payx.deposit-paid', 'cli' || chr(27) || '[2J', 'parked', '?')`.execute(
    tukar.service.ctx.db.read,
  )
  const run = await signedIn(t, tukar, await makeOperator(tukar, 'finance'))
  const list = ['list', 'inbox', '-w', 'state=parked']
  const { out } = await run(list)
  assert.ok(out.includes('cli [2J') && !out.includes('\u001b'))
  await sql`
    update inbox set event_key = 'cli' || chr(155) || '2J' || chr(8238) || 'gpj'`.execute(
    tukar.service.ctx.db.read,
  )
  const json = (await run([...list, '--json'])).out
  assert.ok(json.includes('cli\\u009b2J\\u202egpj'), json)
  assert.ok(!/[\u007f-\u009f]|\p{Cf}/u.test(json))
  assert.ok(JSON.stringify(JSON.parse(json)).includes('cli\u009b2J\u202egpj'))
})

test('a command that names more than it would do does nothing, and ends with 2', async (t) => {
  const tukar = await startTukar(t)
  const [one, two] = [await waitingWithdrawal(tukar), await waitingWithdrawal(tukar)]
  const run = await signedIn(t, tukar, await makeOperator(tukar, 'finance'))
  const wrong = [
    ['approve', 'withdrawal', one, two],
    ['approve', 'withdrawal', one, '--amount', '0.01'],
    ['approve', 'withdrawal', one, '--reason', 'called the owner'],
    ['list', 'withdrawals', one],
    ['show', 'withdrawals', one, two],
    ['replay', '1', '2'],
    ['replay', '1', '--where', 'key=other'],
    ['logout', 'now'],
    ['whoami', '--url', 'https://api.example.com'],
  ]
  for (const args of wrong) {
    const ended = await run(args)
    assert.deepEqual([ended.code, ended.out], [2, ''], args.join(' '))
  }
  const waiting = ['list', 'withdrawals', '-w', 'status=PENDING_APPROVAL', '--json']
  const { data } = pageOf(await run(waiting))
  assert.equal(data.length, 2)
})

test('a filter that the list lacks, or one given twice, is refused, not left out', async (t) => {
  const tukar = await startTukar(t)
  await sql`
    insert into inbox (source, event_key, state, body)
    values ('payx.deposit-paid', 'cli-kept', 'parked', '?')`.execute(tukar.service.ctx.db.read)
  const run = await signedIn(t, tukar, await makeOperator(tukar, 'finance'))
  const replay = ['replay', '--reason', 'the adapter is mended', '-w']
  const wrong = [
    ['list', 'inbox', '-w', 'states=parked'],
    ['list', 'inbox', '-w', 'state=parked', '-w', 'state=done'],
    [...replay, 'sources=payd'],
    [...replay, 'state=done'],
  ]
  for (const args of wrong) {
    const ended = await run(args)
    assert.deepEqual([ended.code, ended.out], [2, ''], args.join(' '))
  }
  assert.equal(pageOf(await run(['list', 'inbox', '-w', 'state=parked', '--json'])).data.length, 1)
})

test('a change that a proxy answers with 502 ends with 4, since it may be done', async (t) => {
  const server = createServer((_request, response) => {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  t.after(() => server.close())
  const run = await terminalOf(t)
  await mkdir(path.dirname(run.session), { recursive: true })
  const [email, expiresAt] = ['a@tukar.test', '2100-01-01T00:00:00.000Z']
  const session = { url: `http://127.0.0.1:${port}`, email, token: 'secret', expiresAt }
  await writeFile(run.session, JSON.stringify(session))
  const lost = await run(['approve', 'withdrawal', 'wd-1'])
  assert.deepEqual([lost.code, lost.out], [4, ''])
  assert.match(lost.err, /Look at the item before you repeat this/)
})

test('an amount is read as it is meant, or refused', async (t) => {
  const tukar = await startTukar(t)
  const claim = await makeClaim(tukar, await makeProvenTrader(tukar), { amount: '250000' })
  const run = await signedIn(t, tukar, await makeOperator(tukar, 'finance'))
  const approve = ['approve', 'deposit', `${claim}`, '--amount']
  for (const amount of ['250.000', '250,000', '2.5e5', '250000.00', 'all']) {
    const refused = await run([...approve, amount])
    assert.deepEqual([refused.code, refused.out], [2, ''], amount)
  }
  const approved = await run([...approve, '250000', '--json'])
  assert.equal(approved.code, 0, approved.err)
  assert.equal(fieldsIn(approved.out)['amount'], '250000')
})

test('an approval names the state of the item, which may wait for another operator', async (t) => {
  const tukar = await startTukar(t)
  const id = await waitingWithdrawal(tukar)
  await sql`update withdrawals set approvals_needed = 2`.execute(tukar.service.ctx.db.read)
  const run = await signedIn(t, tukar, await makeOperator(tukar, 'finance'))
  const first = await run(['approve', 'withdrawal', id])
  assert.deepEqual([first.code, first.out], [0, 'Your approval counts. Now: PENDING_APPROVAL\n'])
})
