import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCommandLine } from './command-line.ts'

test('a command is read with its value; without arguments a node starts', () => {
  assert.deepEqual({ ...readCommandLine([]) }, {})
  assert.deepEqual({ ...readCommandLine(['--check-config']) }, { 'check-config': true })
  const made = readCommandLine(['--create-operator', 'a@tukar.test'])
  assert.equal(made['create-operator'], 'a@tukar.test')
})

test('a mistyped, incomplete or second command is refused with the list of options', () => {
  for (const [args, problem] of [
    [['--check-confg'], /^Unknown option '--check-confg': nothing was started\. The options are /],
    [['check-config'], /^Unexpected argument 'check-config'/],
    [['--create-operator'], /^Option '--create-operator <value>' argument missing/],
    [['--check-config=yes'], /^Option '--check-config' does not take an argument/],
    [['--reseal', '--load-catalogue'], /^--reseal and --load-catalogue are two commands/],
  ] as const) {
    assert.throws(() => readCommandLine(args), { name: 'StartRefused', message: problem })
  }
})
