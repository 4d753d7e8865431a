import type { Config } from '../../config/config.ts'

type Greeted = Readonly<{
  config: Pick<Config, 'mode' | 'consoleUrl' | 'emulators' | 'firstOperators'>
  service: Readonly<{ url: string }>
}>

/** Returns the text for a terminal at startup: addresses and, in a sandbox, how to sign in. */
export function welcome({ config, service }: Greeted): string {
  const { mode, consoleUrl, emulators, firstOperators } = config
  const sandbox = emulators === null ? [] : [['Sandbox', `http://127.0.0.1:${emulators.port}`]]
  const rows = [
    ['Start here', service.url],
    ['Reference', `${service.url}/docs`],
    ['Console', `${consoleUrl}/console`],
    ...sandbox,
    ...firstOperators.map(({ email, password }) => ['Operator', `${email}, password ${password}`]),
  ]
  const lines = rows.map(([name = '', value = '']) => `  ${name.padEnd(11)}${value}`)
  return ['', `  Tukar is ready (${mode})`, '', ...lines, '', ''].join('\n')
}
