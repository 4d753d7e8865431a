import { test } from 'node:test'
import { killedAtEachStep, rupiah } from '../make/killed-withdrawals.ts'

test('a withdrawal of rupiah on a node killed at each step is sent and ends once', (t) =>
  killedAtEachStep(t, rupiah))
