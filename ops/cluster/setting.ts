import type { Stage } from '../../tests/storms/stage.ts'
import type { Ports, Secrets } from './layout.ts'
import type { Programs } from './programs.ts'

/** What the parts of the cluster are started with. */
export type Setting = Readonly<{
  stage: Stage
  programs: Programs
  ports: Ports
  secrets: Secrets
}>
