import { test } from 'node:test'
import { coins, killedAtEachStep } from '../make/killed-withdrawals.ts'

test('a withdrawal of coins on a node killed at each step is sent and ends once', (t) =>
  killedAtEachStep(t, coins))
