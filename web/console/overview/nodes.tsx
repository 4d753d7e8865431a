import type { components } from '@tukar/client/operator'
import { useTexts } from '../../ui/language.tsx'
import { Notice, Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { WideTable } from '../wide-table.tsx'
import { overviewTexts } from './texts.ts'

type Overview = components['schemas']['Overview']
type Node = Overview['nodes'][number]

export function Nodes({ nodes, leader }: Pick<Overview, 'nodes' | 'leader'>) {
  const t = useTexts(overviewTexts)
  const stateOf = ({ isAlive, leads }: Node) =>
    isAlive ? (
      <Status tone={leads ? 'good' : 'quiet'}>{leads ? t.leads : t.follows}</Status>
    ) : (
      <Status tone="bad">{t.gone}</Status>
    )
  return (
    <>
      {leader?.isHeld ? (
        <p>
          {t.leader}: {leader.node}, {t.epoch(leader.epoch)}, {t.since.toLowerCase()}{' '}
          <Time at={leader.since} />
        </p>
      ) : (
        <Notice tone="bad">{t.noLeader}</Notice>
      )}
      <WideTable
        label={t.nodes}
        rows={nodes}
        keyOf={({ node }) => node}
        columns={[
          { key: 'node', title: t.node, cell: ({ node }) => node },
          { key: 'state', title: t.state, cell: stateOf },
          { key: 'url', title: t.url, cell: ({ url }) => url },
          { key: 'version', title: t.version, cell: ({ version }) => version },
          { key: 'since', title: t.since, cell: ({ startedAt }) => <Time at={startedAt} /> },
          { key: 'seen', title: t.seen, cell: ({ seenAt }) => <Time at={seenAt} relative /> },
        ]}
      />
    </>
  )
}
