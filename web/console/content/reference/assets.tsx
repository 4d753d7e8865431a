import type { components } from '@tukar/client/operator'
import { Link } from 'wouter'
import { Amount } from '../../../ui/amount.tsx'
import type { Values } from '../../../ui/form.tsx'
import { useTexts } from '../../../ui/language.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Action, ProposalFields, statedIn } from '../../action.tsx'
import { AmountField } from '../../amount-field.tsx'
import { useRead } from '../../desk.tsx'
import { amountColumn } from '../../list/columns.tsx'
import { listPath } from '../../paths.ts'
import { operators } from '../../session.ts'
import { Activity, ScrollingTable, useOpenProposal, WholeList } from '../parts.tsx'
import { shared } from '../texts.ts'
import { SwitchAction } from './switch-action.tsx'
import { referenceTexts } from './texts.ts'

type Asset = components['schemas']['StoredAsset']
type Network = components['schemas']['StoredNetwork']
type Terms = Partial<Omit<Network, 'symbol' | 'network'>>

export function Assets() {
  const t = useTexts(referenceTexts)
  const words = useTexts(shared)
  const assets = useRead(['assets'], (client) => client.get('/operator/api/assets'))
  return (
    <Loaded query={assets}>
      {(rows) => (
        <>
          <WholeList
            label={t.assets}
            rows={rows}
            keyOf={({ symbol }) => symbol}
            textOf={({ symbol, name }) => `${symbol} ${name}`}
            columns={[
              {
                key: 'asset',
                title: t.asset,
                cell: ({ symbol, name }) => (
                  <>
                    <b>{symbol}</b> {name}
                  </>
                ),
              },
              {
                key: 'status',
                title: words.status,
                cell: ({ active }) => <Activity active={active} />,
              },
              amountColumn('daily', t.dailyLimit, 'dailyWithdrawalLimit', { symbolIn: 'symbol' }),
              amountColumn('cap', t.supplyCap, 'supplyCap', { symbolIn: 'symbol' }),
              {
                key: 'actions',
                title: '',
                numeric: true,
                cell: (asset) => <AssetActions asset={asset} />,
              },
            ]}
          >
            <Link href={listPath('proposals', { state: 'proposed' })}>{t.openProposals}</Link>
          </WholeList>
          <Networks networks={rows.flatMap(({ networks }) => networks)} />
        </>
      )}
    </Loaded>
  )
}

function AssetActions({ asset }: Readonly<{ asset: Asset }>) {
  const t = useTexts(referenceTexts)
  const { symbol, active, dailyWithdrawalLimit, supplyCap, version } = asset
  const params = { path: { symbol } }
  const openProposal = useOpenProposal()
  const turn = async (on: boolean, values: Values, read: string) => {
    const body = { active: on, version: read, ...statedIn(values) }
    const { proposals } = await operators.put('/operator/api/assets/{symbol}', { params, body })
    openProposal({ proposal: proposals[0] ?? null })
  }
  return (
    <span className="row">
      <SwitchAction {...{ name: symbol, active, version }} role="finance" guarded run={turn} />
      <Action
        title={t.propose}
        role="finance"
        version={version}
        run={(values, read) => {
          const body = { ...limitsIn(values, asset), version: read }
          return operators.put('/operator/api/assets/{symbol}', { params, body })
        }}
      >
        <p>{t.proposeHint}</p>
        {dailyWithdrawalLimit !== null && (
          <AmountField
            name="dailyWithdrawalLimit"
            label={t.dailyLimit}
            hint={t.dailyLimitHint}
            value={dailyWithdrawalLimit}
            unit={symbol}
            required
          />
        )}
        <AmountField
          name="supplyCap"
          label={t.supplyCap}
          hint={t.supplyCapHint}
          value={supplyCap}
          unit={symbol}
          required
        />
        {dailyWithdrawalLimit !== null && (
          <AmountField
            name="referencePrice"
            label={t.referencePrice}
            hint={t.referencePriceHint}
            unit="IDR"
          />
        )}
        <ProposalFields />
      </Action>
    </span>
  )
}

/** Only what differs, since each of them becomes a proposal. */
function limitsIn(
  { dailyWithdrawalLimit, supplyCap, referencePrice = '', ...values }: Values,
  asset: Asset,
) {
  return {
    ...(dailyWithdrawalLimit === undefined || dailyWithdrawalLimit === asset.dailyWithdrawalLimit
      ? {}
      : { dailyWithdrawalLimit }),
    ...(supplyCap === undefined || supplyCap === asset.supplyCap ? {} : { supplyCap }),
    ...(referencePrice === '' ? {} : { referencePrice }),
    ...statedIn(values),
  }
}

function Networks({ networks }: Readonly<{ networks: readonly Network[] }>) {
  const t = useTexts(referenceTexts)
  const amount = (title: string, name: 'withdrawalFee' | 'minWithdrawal' | 'maxWithdrawal') => ({
    key: name,
    title,
    numeric: true,
    cell: (network: Network) => <Amount value={network[name]} symbol={network.symbol} />,
  })
  return (
    <div className="card flush">
      <ScrollingTable
        label={t.networks}
        rows={networks}
        keyOf={({ symbol, network }) => `${symbol} ${network}`}
        columns={[
          {
            key: 'network',
            title: t.network,
            cell: ({ symbol, network }) => (
              <>
                <b>{symbol}</b> {network}
              </>
            ),
          },
          {
            key: 'deposits',
            title: t.deposits,
            cell: ({ depositActive }) => <Activity active={depositActive} />,
          },
          {
            key: 'withdrawals',
            title: t.withdrawals,
            cell: ({ withdrawActive }) => <Activity active={withdrawActive} />,
          },
          amount(t.withdrawalFee, 'withdrawalFee'),
          amount(t.minWithdrawal, 'minWithdrawal'),
          amount(t.maxWithdrawal, 'maxWithdrawal'),
          {
            key: 'actions',
            title: '',
            numeric: true,
            cell: (network) => <NetworkActions network={network} />,
          },
        ]}
      />
    </div>
  )
}

type Put = (body: Terms, values: Values, version: string) => Promise<void>

function NetworkActions({ network }: Readonly<{ network: Network }>) {
  const t = useTexts(referenceTexts)
  const openProposal = useOpenProposal()
  const { symbol, network: name, depositActive, withdrawActive, version } = network
  const put: Put = async (body, values, read) =>
    openProposal(
      await operators.put('/operator/api/assets/{symbol}/networks/{network}', {
        params: { path: { symbol, network: name } },
        body: { ...body, version: read, ...statedIn(values) },
      }),
    )
  return (
    <span className="row">
      <SwitchAction
        name={t.deposits}
        active={depositActive}
        role="finance"
        guarded
        version={version}
        run={(on, values, read) => put({ depositActive: on }, values, read)}
      />
      <SwitchAction
        name={t.withdrawals}
        active={withdrawActive}
        role="finance"
        guarded
        version={version}
        run={(on, values, read) => put({ withdrawActive: on }, values, read)}
      />
      <ProposeTerms network={network} put={put} />
    </span>
  )
}

function ProposeTerms({ network, put }: Readonly<{ network: Network; put: Put }>) {
  const t = useTexts(referenceTexts)
  const words = useTexts(shared)
  const { symbol, network: name } = network
  const amounts = [
    ['withdrawalFee', t.withdrawalFee],
    ['minWithdrawal', t.minWithdrawal],
    ['maxWithdrawal', t.maxWithdrawal],
  ] as const
  const send = (values: Values, read: string) =>
    put(
      {
        withdrawalFee: values['withdrawalFee'] ?? '',
        minWithdrawal: values['minWithdrawal'] ?? '',
        maxWithdrawal: values['maxWithdrawal'] ?? '',
      },
      values,
      read,
    )
  return (
    <Action title={words.propose} role="finance" run={send} version={network.version}>
      <p>
        <b>{symbol}</b> {name}: {words.proposeHint}
      </p>
      {amounts.map(([field, label]) => (
        <AmountField
          key={field}
          name={field}
          label={label}
          value={network[field]}
          unit={symbol}
          required
        />
      ))}
      <ProposalFields />
    </Action>
  )
}
