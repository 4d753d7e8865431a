import { env } from 'node:process'
import { type Api, apiAt } from './api.ts'
import { type Service, serviceAt } from './service.ts'

/** The running service and its sandbox, as the variables name them. */
export const runningServers = (): Readonly<{ tukar: Service; sandbox: Api }> => ({
  tukar: serviceAt({
    url: env['BASE_URL'] ?? 'http://127.0.0.1:3000',
    name: 'Tukar',
    whenAway: 'Start it with `npm start` in another terminal, or say where it is with BASE_URL.',
  }),
  sandbox: apiAt({
    url: env['SANDBOX_URL'] ?? 'http://127.0.0.1:3001',
    name: 'The sandbox',
    whenAway:
      'It starts together with the service (`npm start`) when no real provider is configured;\n' +
      'say where it is with SANDBOX_URL.',
  }),
})
