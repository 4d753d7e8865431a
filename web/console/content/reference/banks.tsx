import type { components } from '@tukar/client/operator'
import { useTexts } from '../../../ui/language.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { statedIn } from '../../action.tsx'
import { useRead } from '../../desk.tsx'
import { operators } from '../../session.ts'
import { Activity, useOpenProposal, WholeList } from '../parts.tsx'
import { shared } from '../texts.ts'
import { SwitchAction } from './switch-action.tsx'
import { referenceTexts } from './texts.ts'

type Bank = components['schemas']['StoredBank']

const codeOf = (code: string | null) => (code === null ? null : <code>{code}</code>)

export function Banks() {
  const t = useTexts(referenceTexts)
  const words = useTexts(shared)
  const banks = useRead(['banks'], (client) => client.get('/operator/api/banks'))
  return (
    <Loaded query={banks}>
      {(rows) => (
        <WholeList
          label={t.banks}
          rows={rows}
          keyOf={({ code }) => code}
          textOf={({ code, name, shortName }) => `${code} ${name} ${shortName}`}
          columns={[
            { key: 'code', title: t.code, cell: ({ code }) => <code>{code}</code> },
            { key: 'name', title: words.name, cell: ({ shortName }) => shortName },
            { key: 'kind', title: t.kind, cell: ({ kind }) => t.kinds[kind] },
            {
              key: 'status',
              title: words.status,
              cell: ({ active }) => <Activity active={active} />,
            },
            {
              key: 'actions',
              title: '',
              cell: (bank) => <BankSwitch bank={bank} />,
            },
            { key: 'va', title: t.payxVa, cell: ({ payxVaCode }) => codeOf(payxVaCode) },
            {
              key: 'payout',
              title: t.payxPayout,
              cell: ({ payxPayoutCode }) => codeOf(payxPayoutCode),
            },
            { key: 'payd', title: t.payd, cell: ({ paydCode }) => codeOf(paydCode) },
            {
              key: 'digits',
              title: t.digits,
              cell: ({ accountMinDigits: least, accountMaxDigits: most }) =>
                least === null ? null : least === most ? least : `${least}–${most}`,
            },
          ]}
        />
      )}
    </Loaded>
  )
}

function BankSwitch({ bank: { code, name, active, version } }: Readonly<{ bank: Bank }>) {
  const openProposal = useOpenProposal()
  return (
    <SwitchAction
      name={name}
      active={active}
      role="finance"
      guarded
      version={version}
      run={async (on, values, read) =>
        openProposal(
          await operators.put('/operator/api/banks/{code}', {
            params: { path: { code } },
            body: { active: on, version: read, ...statedIn(values) },
          }),
        )
      }
    />
  )
}
