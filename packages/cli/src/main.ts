#!/usr/bin/env node
import { run } from './program.ts'
import { ownTerminal } from './terminal.ts'

process.exitCode = await run(process.argv.slice(2), process.env, ownTerminal())
// Input that is not read to its end would keep the process.
process.stdin.destroy()
