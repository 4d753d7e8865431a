/**
 * `npm run upgrade-check -- [REF]`: runs a set of tests of an earlier version against the schema of
 * this one, as while nodes of both run side by side. REF is a tag, branch or commit; without it the
 * commit of the latest release: the last before this one that changed the version. Exits with 0
 * also if there is none, and says so.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { scratchFolder } from '../tests/prepared-cluster.ts'

const root = path.dirname(import.meta.dirname)
const testsMs = 15 * 60_000

/** The earlier version's tests of what a running node does most: sign-ins, money, orders, jobs. */
const smoke = [
  'src/core/ledger/post',
  'src/core/ledger/hold',
  'src/app/session/login-twofa',
  'src/app/session/refresh-token',
  'src/app/pin/validate-pin',
  'src/app/api-keys/api-key',
  'src/app/deposits/payx/open-virtual-account',
  'src/app/trading/orders/place',
  'src/platform/access/callbacks/receive',
  'src/core/outbox/queue',
]

process.exitCode = await main(process.argv[2] ?? latestRelease())

/** Tags of releases may not have been fetched; the change of the version is in the history. */
function latestRelease(): string | null {
  const change = ['-1', '--format=%H', '-G', '^  "version":', 'HEAD^', '--', 'package.json']
  return git('log', ...change) || null
}

function git(...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

async function main(ref: string | null): Promise<number> {
  const commit = ref === null ? null : git('rev-parse', '--verify', `${ref}^{commit}`)
  if (commit === null) return leftOut('there is no release before this version')
  if (commit === git('rev-parse', 'HEAD')) return leftOut('this is the version to compare with')
  const folder = await scratchFolder()
  const earlier = path.join(folder, 'earlier')
  git('worktree', 'prune')
  try {
    if (git('worktree', 'add', '--detach', earlier, commit) === null) {
      throw new Error(`${commit} cannot be checked out`)
    }
    install(earlier)
    // The earlier code with the schema of this version: its nodes meet it after the migration.
    const migrations = 'src/core/database/schema/migrations'
    rmSync(path.join(earlier, migrations), { recursive: true })
    cpSync(path.join(root, migrations), path.join(earlier, migrations), { recursive: true })
    console.log(`tests of ${commit.slice(0, 12)} on the schema of this version`)
    const node = path.join(root, 'node_modules/.bin/node')
    const { status } = spawnSync(node, ['tests/run.ts', ...smoke], {
      cwd: earlier,
      stdio: 'inherit',
      timeout: testsMs,
    })
    return status ?? 1
  } finally {
    git('worktree', 'remove', '--force', earlier)
    rmSync(folder, { recursive: true, force: true })
  }
}

function leftOut(why: string): number {
  console.log(`== left out: the check of upgrades, because ${why}\n0 passed, 0 failed`)
  return 0
}

/** Packages of the same lock file are linked; others are installed. */
function install(earlier: string): void {
  const lockOf = (folder: string) => readFileSync(path.join(folder, 'package-lock.json'), 'utf8')
  if (lockOf(earlier) === lockOf(root)) {
    symlinkSync(path.join(root, 'node_modules'), path.join(earlier, 'node_modules'))
    return
  }
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: earlier,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('the packages of the earlier version cannot be installed')
}
