import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertNone, projectFiles } from './source.ts'
import { styleOffences } from './styles.ts'

test('each class of the reference app is of one stylesheet, and each is used', () =>
  assertNone(styleOffences(projectFiles())))

describe('the rules of styles find', () => {
  const found = (files: Readonly<Record<string, string>>) =>
    styleOffences(files).map(({ path, line, rule }) => `${path}:${line} ${rule}`)

  test('a style of every page', () => {
    assert.deepEqual(found({ 'web/app/a.css': '.a {}', 'web/console/b.css': '.b {}' }), [
      'web/app/a.css:1 is a style of every page',
    ])
  })

  test('a class that is not defined, one that is not used, and a style of no page', () => {
    const files = {
      'web/app/x/x.module.css':
        '.a {\n  top: 0.5rem;\n}\n.b:hover > .c {\n}\n.d {\n  composes: c;\n}\n',
      'web/app/x/x.tsx': "import css from './x.module.css'\ncss['a']\ncss['d']\ncss['e']\n",
    }
    assert.deepEqual(found(files), [
      'web/app/x/x.module.css:1 is not on the page',
      'web/app/x/x.tsx:4 uses the class e',
      'web/app/x/x.module.css:4 nothing uses .b',
    ])
    const listed = { ...files, 'web/app/styles.ts': "import './x/x.module.css'\n" }
    assert.equal(found(listed).length, 2)
  })
})
