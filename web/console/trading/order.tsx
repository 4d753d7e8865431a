import { Link, useParams } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { ShortId } from '../../ui/copy-text.tsx'
import { Select } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Notice, Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { Action, CodeField, ReasonField, withCode } from '../action.tsx'
import { useAddress } from '../address.ts'
import { useRead } from '../desk.tsx'
import { Facts, Section } from '../facts.tsx'
import { userPath } from '../paths.ts'
import { operators } from '../session.ts'
import { toneOf } from '../state-word.tsx'
import { WideTable } from '../wide-table.tsx'
import { type OrderDetails, OrderMoves } from './order-moves.tsx'
import { Side } from './sides.tsx'
import { tradingTexts } from './texts.ts'

const pageSize = 50

/** One order with its fills, its moves, and what operators may do. */
export function OrderPage() {
  const { orderNo = '' } = useParams()
  const { values } = useAddress()
  const page = Number(values['page'] ?? '1')
  const order = useRead(['orders', orderNo, page], (client) =>
    client.get('/operator/api/orders/{orderNo}', {
      params: { path: { orderNo }, query: { page, per_page: pageSize } },
    }),
  )
  return <Loaded query={order}>{(shown) => <Shown order={shown} />}</Loaded>
}

type OrderProps = Readonly<{ order: OrderDetails }>

function Shown({ order }: OrderProps) {
  const t = useTexts(tradingTexts)
  const { status, incident, side, type, volume, txPair } = order
  return (
    <>
      <div className="between">
        <p className="headline">
          <Side side={side} /> <Amount value={volume} symbol={txPair.split('_')[0] ?? ''} /> ·{' '}
          {txPair} · {t.types[type]} <Status tone={toneOf(status)}>{t.statuses[status]}</Status>
        </p>
        <span className="row">
          <Decide order={order} />
        </span>
      </div>
      {incident !== null && <Notice tone="bad">{incident}</Notice>}
      <div className="decision">
        <Details order={order} />
        <Course order={order} />
      </div>
      <Fills order={order} />
      <OrderMoves order={order} />
    </>
  )
}

function Decide({ order }: OrderProps) {
  const t = useTexts(tradingTexts)
  const { order_no: orderNo, status, incident } = order
  const params = { path: { orderNo } }
  return (
    <>
      {(status === 'CREATE' || incident !== null) && (
        <Action
          title={t.query}
          role="finance"
          shortcut="a"
          run={() => operators.post('/operator/api/orders/{orderNo}/ask', { params })}
        >
          <p>{t.queryHint}</p>
        </Action>
      )}
      {status === 'CREATE' && (
        <Action
          title={t.cancel}
          role="finance"
          tone="danger"
          shortcut="r"
          run={({ reason = '' }) =>
            operators.post('/operator/api/orders/{orderNo}/cancel', { params, body: { reason } })
          }
        >
          <p>{t.cancelHint}</p>
          <ReasonField />
        </Action>
      )}
      <Resolve order={order} />
    </>
  )
}

/** For orders that neither the service nor the venue ends. */
function Resolve({ order: { order_no: orderNo, status, incident, attempts } }: OrderProps) {
  const t = useTexts(tradingTexts)
  const isStuck = incident !== null || attempts > 0
  const outcomes = [
    ...(incident === null ? [] : (['stands'] as const)),
    ...(isStuck && status === 'CREATE' ? (['ended'] as const) : []),
  ]
  const [first] = outcomes
  if (first === undefined) return null
  return (
    <Action
      title={t.resolve}
      role="finance"
      run={({ outcome: chosen, reason = '', otpCode }) =>
        operators.post('/operator/api/orders/{orderNo}/resolve', {
          params: { path: { orderNo } },
          body: {
            outcome: outcomes.find((one) => one === chosen) ?? first,
            reason,
            ...withCode(otpCode),
          },
        })
      }
    >
      <p>{t.resolveHint}</p>
      <Select
        name="outcome"
        label={t.outcome}
        defaultValue={first}
        choices={outcomes.map((value) => ({ value, label: t.outcomes[value] }))}
      />
      <ReasonField />
      <CodeField />
    </Action>
  )
}

function Details({ order }: OrderProps) {
  const t = useTexts(tradingTexts)
  const { userId, feeAsset, held, worstPrice, finalVolume, price, averagePrice } = order
  const amount = (value: string | null, unit?: string) =>
    value && <Amount value={value} {...(unit === undefined ? {} : { unit })} />
  return (
    <Section title={t.facts}>
      <Facts
        facts={[
          [t.number, <ShortId key="number" id={order.order_no} />],
          [
            t.user,
            <Link key="user" href={userPath(userId)}>
              {userId}
            </Link>,
          ],
          [t.price, amount(price)],
          [t.worstPrice, amount(worstPrice)],
          [t.amount, amount(order.amount)],
          [t.executed, amount(order.executedVolume)],
          [t.executedAmount, amount(order.executedAmount)],
          [t.averagePrice, amount(averagePrice)],
          [t.fee, amount(order.fee, feeAsset)],
          [t.tax, amount(order.tax, feeAsset)],
          [t.held, amount(held.initial, held.symbol)],
          [t.remaining, amount(held.remaining, held.symbol)],
          [t.finalVolume, amount(finalVolume)],
        ]}
      />
    </Section>
  )
}

/** What happened when, and what the service will do next. */
function Course({ order }: OrderProps) {
  const t = useTexts(tradingTexts)
  const at = (time: string | null) => time && <Time at={time} />
  return (
    <Section title={t.status}>
      <Facts
        facts={[
          [t.created, at(order.createdAt)],
          [t.updated, at(order.updatedAt)],
          [t.venueOrderId, order.venueOrderId],
          [t.attempts, order.attempts],
          [t.nextAt, at(order.nextAt)],
          [t.absentAfter, at(order.absentAfter)],
          [t.cancelRequestedAt, at(order.cancelRequestedAt)],
          [t.endedAt, at(order.endedAt)],
          [t.reason, order.reason],
        ]}
      />
      {order.resolutions.length > 0 && (
        <ul className="agreed" aria-label={t.resolutions}>
          {order.resolutions.map(({ operator, statement, reason, at: statedAt }) => (
            <li key={`${operator.id} ${statedAt}`}>
              {operator.email}, <Time at={statedAt} />: {statement} <q>{reason}</q>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Fills({ order: { fills } }: OrderProps) {
  const t = useTexts(tradingTexts)
  const { change } = useAddress()
  const { data, currentPage, nextPage } = fills
  return (
    <Section title={t.fills}>
      {data.length === 0 ? (
        <p className="hint">{t.noFills}</p>
      ) : (
        <WideTable
          label={t.fills}
          rows={data}
          keyOf={({ tradeId }) => tradeId}
          columns={[
            { key: 'time', title: t.time, cell: ({ createdAt }) => <Time at={createdAt} /> },
            { key: 'trade', title: t.tradeId, cell: ({ tradeId }) => tradeId },
            money(t.price, ({ price }) => price),
            money(t.volume, ({ volume }) => volume),
            money(t.amount, ({ amount }) => amount),
            money(t.fee, ({ fee }) => fee),
            money(t.tax, ({ tax }) => tax),
          ]}
        />
      )}
      <span className="row">
        {currentPage > 1 && (
          <button
            type="button"
            className="small"
            onClick={() => change({ page: `${currentPage - 1}` })}
          >
            {t.newer}
          </button>
        )}
        {nextPage !== null && (
          <button type="button" className="small" onClick={() => change({ page: `${nextPage}` })}>
            {t.older}
          </button>
        )}
      </span>
    </Section>
  )
}

type Fill = OrderDetails['fills']['data'][number]

const money = (title: string, of: (fill: Fill) => string) => ({
  key: title,
  title,
  numeric: true,
  cell: (fill: Fill) => <Amount value={of(fill)} />,
})
