import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts'
import { sandboxSecrets, settingsAt } from '../tests/sandbox-providers.ts'
import { depositToken } from './callbacks.ts'
import { appKey, type Running, type Stage, startService } from './stage/stage.ts'

/**
 * The service, with emulated providers in the process of the load, so they are not measured; `env`
 * may name others.
 */
export async function startBesideProviders(
  stage: Stage,
  env: Readonly<Record<string, string>> = {},
): Promise<Readonly<{ service: Running; sandbox: Sandbox }>> {
  const sandbox = await startSandbox({
    secrets: { ...sandboxSecrets, payxDepositToken: depositToken },
  })
  const settings = {
    ...settingsAt(sandbox),
    APP_KEY: appKey.toString('hex'),
    PAYX_DEPOSIT_TOKEN: depositToken,
    ...env,
  }
  const service = await startService(stage, settings, sandbox.url)
  sandbox.setServiceUrl(`http://127.0.0.1:${service.port}`)
  return { service, sandbox }
}
