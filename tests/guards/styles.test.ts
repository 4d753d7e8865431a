import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertNone, projectFiles } from './source.ts'
import { styleOffences } from './styles.ts'

test('each class of a page is defined in its stylesheets, and each defined one is used', () =>
  assertNone(styleOffences(projectFiles())))

describe('the rules of styles find', () => {
  const found = (files: Readonly<Record<string, string>>) =>
    styleOffences(files).map(({ path, line, rule }) => `${path}:${line} ${rule}`)

  test('a style of every page', () => {
    const files = { 'web/app/a.css': '.a {}', 'web/console/b.css': '.b {}' }
    const used = { 'web/console/b.tsx': '<b className="b"><i className="a" /></b>' }
    assert.ok(found({ ...files, ...used }).includes('web/app/a.css:1 is a style of every page'))
  })

  test('classes of shared styles that pages lack, and those that no page uses', () => {
    const files = {
      'web/ui/ui.css': '.a .b,\n.c-1 {\n}\n.d {\n}\n',
      'web/console/x.css': '.e {}',
      'web/console/x.tsx': '<p className={is ? \'a\' : `b c-\x24{n} f`}><i className="e" /></p>',
      'web/sandbox/x.tsx': "<p className={side === 'x' ? 'a' : css['y']}><i className=\"e\" /></p>",
      'pages/docs.css': '.g {}',
      'src/platform/http/page.ts': '<p class="g h">',
    }
    assert.deepEqual(found(files), [
      'web/console/x.tsx:1 uses the class f',
      'web/sandbox/x.tsx:1 uses the class e',
      'src/platform/http/page.ts:1 uses the class h',
      'web/ui/ui.css:4 nothing uses .d',
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
