import path from 'node:path'
import { freePort } from '../tests/free-port.ts'
import { settingsAt } from '../tests/sandbox-providers.ts'
import { depositToken } from './callbacks.ts'
import { type Child, startProgram } from './stage/processes.ts'
import { type Running, type Stage, setControl, startService } from './stage/stage.ts'

/** A running service, and where its emulated providers are. */
export type ServiceBeside = Running & Readonly<{ sandboxUrl: string }>

/**
 * The service, with emulated providers in a process of their own: neither its processor time nor
 * the latencies of the load include them. `env` may name others.
 */
export async function startBesideProviders(
  stage: Stage,
  env: Readonly<Record<string, string>> = {},
): Promise<ServiceBeside> {
  const [port, smtpPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const settings = {
    ...settingsAt({ url, smtpUrl: `smtp://127.0.0.1:${smtpPort}` }),
    PAYX_DEPOSIT_TOKEN: depositToken,
  }
  const emulators = await startEmulatorsAt(url, {
    ...settings,
    DATA_DIR: stage.dataDir,
    SANDBOX_PORT: String(port),
    SANDBOX_SMTP_PORT: String(smtpPort),
  })
  const service = await startService(stage, { ...settings, ...env }, url)
  await setControl(url, 'service', { url: `http://127.0.0.1:${service.port}` })
  const stop = async () => {
    await service.stop()
    await emulators.stop()
  }
  return { ...service, sandboxUrl: url, stop }
}

/** The emulators alone; `env` names the ports of this URL. */
export const startEmulatorsAt = (
  url: string,
  env: Readonly<Record<string, string>>,
): Promise<Child> =>
  startProgram(path.join(import.meta.dirname, '../sandbox/main.ts'), env, `${url}/control/messages`)
