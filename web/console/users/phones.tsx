import { Field } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { Action, ReasonField } from '../action.tsx'
import { ListPage } from '../list/list-page.tsx'
import { operators } from '../session.ts'
import { userTexts } from './texts.ts'

export function Phones() {
  const t = useTexts(userTexts)
  return (
    <>
      <div className="row">
        <Action
          title={t.add}
          role="support"
          run={({ phone = '', reason = '' }) =>
            operators.post('/operator/api/blacklist/phones', { body: { phone, reason } })
          }
        >
          <p>{t.blacklistText}</p>
          <Field name="phone" label={t.phone} hint={t.phoneHint} inputMode="tel" required />
          <ReasonField />
        </Action>
      </div>
      <ListPage
        label={t.phones}
        path="/operator/api/blacklist/phones"
        keyOf={({ phone }) => phone}
        columns={[
          { key: 'phone', title: t.phone, cell: ({ phone }) => phone },
          { key: 'reason', title: t.reason, cell: ({ reason }) => reason },
          { key: 'since', title: t.listed, cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
        actions={({ phone }) => (
          <Action
            title={t.lift}
            role="support"
            run={({ reason = '' }) =>
              operators.delete('/operator/api/blacklist/phones', { body: { phone, reason } })
            }
          >
            <p>
              {phone}. {t.liftText}
            </p>
            <ReasonField />
          </Action>
        )}
      />
    </>
  )
}
