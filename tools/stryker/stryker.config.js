import { globSync } from 'node:fs'

/** Tests without a database, each beside the file that it tests. */
const testFiles = globSync(['src/**/*.rules.test.ts', 'src/base/values/*.test.ts'], {
  exclude: ['src/app/transfers/dead-addresses.rules.test.ts'],
})

export default {
  plugins: ['@stryker-mutator/tap-runner'],
  testRunner: 'tap',
  tap: {
    testFiles,
    nodeArgs: ['--test-reporter=tap', '-r', '{{hookFile}}', '{{testFile}}'],
    forceBail: true,
  },
  mutate: testFiles.map((file) => file.replace('.test.ts', '.ts')),
  ignorePatterns: ['/tests/browser', '/bench', '/data'],
  // Stryker rewrites it with a function that TypeScript 7 no longer has.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  ignoreStatic: true,
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 20_000,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: 'data/stryker.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: 'data/stryker',
  allowConsoleColors: false,
  allowEmpty: false,
  thresholds: { high: 95, low: 90, break: 90 },
}
