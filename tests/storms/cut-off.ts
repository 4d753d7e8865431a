import path from 'node:path'
import { startLink } from './link.ts'
import type { Stage } from './stage.ts'

/** A path to PostgreSQL that can be cut: bytes sent over it are then lost. */
export type CutOff = Readonly<{
  /** A URL of the same database, over this link. */
  url: string
  cut: () => void
  /** Connections are ended after the cut; new ones go through. */
  mend: () => void
}>

/** Opens a link between a node and the PostgreSQL of this URL, whose host is a socket's folder. */
export async function startCutOff(stage: Stage, databaseUrl: string): Promise<CutOff> {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get('host') ?? ''
  const link = await startLink(stage, { path: path.join(folder, '.s.PGSQL.5432') })
  return {
    url: `postgresql://${target.username}@127.0.0.1:${link.port}${target.pathname}`,
    cut: link.silence,
    mend: link.mend,
  }
}
