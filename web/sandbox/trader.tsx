import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { Amount } from '../ui/amount.tsx'
import { CopyButton } from '../ui/copy-text.tsx'
import { useTexts } from '../ui/language.tsx'
import { Empty, Failure } from '../ui/states.tsx'
import { Notice } from '../ui/status.tsx'
import { Time } from '../ui/time.tsx'
import { post } from './control.ts'
import { traderTexts } from './texts/trader.ts'

const Trader = z.object({
  id: z.number(),
  email: z.string(),
  password: z.string(),
  totpSecret: z.string(),
  accessToken: z.string(),
  accessTokenExpiresAt: z.string(),
  balances: z.record(z.string(), z.string()),
})
type Trader = z.output<typeof Trader>

const madeKey = ['traders']
const none: readonly Trader[] = []

/** Makes traders, and keeps how to act as them until the page is left. */
export function TraderScreen() {
  const t = useTexts(traderTexts)
  const queries = useQueryClient()
  const { data: made } = useQuery({ queryKey: madeKey, queryFn: () => none, staleTime: 'static' })
  const create = useMutation({
    mutationFn: async () => Trader.parse(await post('/traders')),
    onSuccess: (trader) =>
      queries.setQueryData<readonly Trader[]>(madeKey, (before = none) => [trader, ...before]),
  })
  return (
    <>
      <section className="card" aria-label={t.create}>
        <p>{t.explanation}</p>
        <div className="row">
          <button
            type="button"
            className="primary"
            onClick={() => create.mutate()}
            disabled={create.isPending}
            aria-busy={create.isPending}
          >
            {t.create}
          </button>
        </div>
        {create.isPending && <Notice tone="busy">{t.creating}</Notice>}
        {create.error && <Failure error={create.error} />}
      </section>
      <section className="card flush" aria-label={t.traders}>
        {made === undefined || made.length === 0 ? (
          <Empty>{t.none}</Empty>
        ) : (
          <ul className="list">
            {made.map((trader) => (
              <TraderItem key={trader.id} trader={trader} />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

function TraderItem({ trader }: Readonly<{ trader: Trader }>) {
  const t = useTexts(traderTexts)
  const { email, password, totpSecret, accessToken, accessTokenExpiresAt, balances } = trader
  return (
    <li className="panel-row">
      <dl className="panel-facts">
        <Fact name={t.email} text={email} />
        <Fact name={t.password} text={password} />
        <Fact name={t.secret} text={totpSecret} />
        <Fact name={t.token} text={accessToken}>
          {t.until} <Time at={accessTokenExpiresAt} />
        </Fact>
        <dt>{t.balances}</dt>
        <dd className="row">
          {Object.entries(balances).map(([symbol, value]) => (
            <Amount key={symbol} value={value} symbol={symbol} />
          ))}
        </dd>
      </dl>
    </li>
  )
}

type FactProps = Readonly<{ name: string; text: string; children?: ReactNode }>

/** A value to copy. */
const Fact = ({ name, text, children }: FactProps) => (
  <>
    <dt>{name}</dt>
    <dd>
      <code>{text}</code> <CopyButton text={text} />{' '}
      {children !== undefined && <span className="hint">{children}</span>}
    </dd>
  </>
)
