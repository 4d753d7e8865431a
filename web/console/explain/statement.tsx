import { Link } from 'wouter'
import { Field, Form } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { useAddress } from '../address.ts'
import { Section } from '../facts.tsx'
import { amountColumn } from '../list/columns.tsx'
import { timeFilters } from '../list/filter-form.tsx'
import { ListPage } from '../list/list-page.tsx'
import { postingPath, userPath } from '../paths.ts'
import { CauseLink } from './cause.tsx'
import { actionFilter } from './filters.ts'
import { explainTexts } from './texts.ts'

/** The moves of one balance; without a balance in the address it asks for one. */
export function Statement() {
  const { user, asset } = useAddress().values
  return user === undefined || asset === undefined ? (
    <ChooseBalance />
  ) : (
    <Moves user={user} asset={asset} />
  )
}

function ChooseBalance() {
  const t = useTexts(explainTexts)
  const { change } = useAddress()
  return (
    <Section title={t.statement}>
      <p>{t.begin}</p>
      <Form
        submit={t.show}
        onSubmit={async ({ user = '', asset = '' }) => change({ user, asset: asset.toUpperCase() })}
      >
        <Field name="user" label={t.user} inputMode="numeric" pattern="[0-9]+" required />
        <Field name="asset" label={t.asset} placeholder="IDR" maxLength={12} required />
      </Form>
    </Section>
  )
}

function Moves({ user, asset }: Readonly<{ user: string; asset: string }>) {
  const t = useTexts(explainTexts)
  return (
    <>
      <p>
        <Link href={userPath(user)}>
          {t.userId} {user}
        </Link>
        {' · '}
        {asset}
      </p>
      <ListPage
        label={`${t.statement} ${asset}`}
        path="/operator/api/statement"
        fixed={{ user, asset }}
        keyOf={({ postingId, line, account }) => `${postingId} ${line} ${account}`}
        open={({ postingId }) => postingPath(postingId)}
        filters={[actionFilter(t.action), ...timeFilters(t)]}
        columns={[
          { key: 'posting', title: t.posting, cell: ({ postingId }) => postingId },
          { key: 'time', title: t.time, cell: ({ at }) => <Time at={at} /> },
          { key: 'action', title: t.action, cell: ({ action }) => action },
          {
            key: 'cause',
            title: t.cause,
            cell: ({ cause }) => <CauseLink cause={cause} />,
            copied: ({ cause }) => cause.id,
          },
          { key: 'account', title: t.account, cell: ({ account }) => t.accounts[account] },
          amountColumn('amount', t.amount, 'amount', { signed: true, sorted: true }),
          amountColumn('after', t.after, 'balanceAfter'),
        ]}
      />
    </>
  )
}
