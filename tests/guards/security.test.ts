import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { placesOf } from './documents.ts'
import { requirements, securityOffences, securityPage } from './security.ts'
import { assertNone, projectFiles, projectPaths } from './source.ts'

describe('the page on security', () => {
  test('has each requirement of levels 1 and 2 once, with its file, reason or decider', () => {
    assert.equal(requirements.length, 253)
    assertNone(securityOffences(projectFiles(), placesOf(projectPaths())))
  })

  test('is read by rules that find offences', () => {
    const all = requirements.filter((id) => id !== '1.1.1')
    const found = (...lines: readonly string[]) =>
      securityOffences(
        {
          [securityPage]: [`- **${all.join(', ')}** Not applicable: a sample.`, ...lines].join(
            '\n',
          ),
        },
        placesOf(['src/a.test.ts', 'docs/a.md']),
      ).map(({ line, rule }) => `${line} ${rule}`)
    assert.deepEqual(found('- **1.1.1** Met: it is.', '  `src/a.test.ts`'), [])
    assert.deepEqual(found('- **1.1.1** Open: the owner decides.'), [])
    assert.deepEqual(found('- **1.1.1** Met: it is. `src/b.test.ts`'), [
      '2 names the test src/b.test.ts, which does not exist',
      '2 names no file',
    ])
    assert.deepEqual(found('- **1.1.1** Open: later.'), ['2 names no one to decide'])
    assert.deepEqual(found('- **1.1.1** Perhaps: `docs/a.md`'), ['2 has the unknown state Perhaps'])
    assert.deepEqual(found(), ['1 lacks 1.1.1'])
    const twice = found('- **1.1.1, 1.1.2** Not applicable: no.', '- **1.9.9** Not applicable: no.')
    assert.deepEqual(twice, [
      '1 has 1.1.2 too often, or it is none of the standard',
      '1 has 1.9.9 too often, or it is none of the standard',
    ])
  })
})
