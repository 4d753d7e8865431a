import type { components } from '@tukar/client/operator'
import { Amount } from '../../ui/amount.tsx'
import { CopyButton } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { ComparedNames } from '../compared-names.tsx'
import { type Fact, Facts, Section } from '../facts.tsx'
import { moneyTexts } from './money-texts.ts'

export type SeenWithdrawal = components['schemas']['SeenWithdrawal']

type Props = Readonly<{ withdrawal: SeenWithdrawal }>

/** Where it goes, and who else has sent there. */
export function Destination({ withdrawal: { destination, context } }: Props) {
  const t = useTexts(moneyTexts)
  const history = context.destination
  const copied = (text: string | null) =>
    text && (
      <>
        <code>{text}</code> <CopyButton text={text} />
      </>
    )
  const place: readonly Fact[] =
    destination.address === null
      ? [
          [t.bank, destination.bankName],
          [t.accountNumber, copied(destination.accountNumber)],
        ]
      : [
          [t.network, destination.network],
          [t.address, copied(destination.address)],
          [t.tag, destination.tag],
        ]
  return (
    <Section title={t.destination}>
      <Facts facts={place} />
      {destination.address === null && (
        <ComparedNames
          label={t.holder}
          other={destination.accountHolder}
          proven={context.ownerName}
          isSame={context.isOwnAccount}
        />
      )}
      <h3>{t.history}</h3>
      {history.firstAt === null || history.lastAt === null ? (
        <p>{t.noHistory}</p>
      ) : (
        <>
          <p>{t.historyOf(history.withdrawals, history.users)}</p>
          <Facts
            facts={[
              [t.first, <Time key="first" at={history.firstAt} />],
              [t.last, <Time key="last" at={history.lastAt} />],
              [t.succeeded, history.succeeded],
              [t.ownSucceeded, history.ownSucceeded],
              [t.worth, <Amount key="worth" value={history.worthIdr} symbol="IDR" />],
            ]}
          />
        </>
      )}
    </Section>
  )
}

/** The price by which the request was valued, beside the present one. */
export function Price({ withdrawal: { context } }: Props) {
  const t = useTexts(moneyTexts)
  if (context.price === null) return null
  const { used, now } = context.price
  const present: readonly Fact[] =
    now === null
      ? [[t.priceNow, t.noPrice]]
      : [
          [t.priceNow, <Amount key="now" value={now.price} symbol="IDR" />],
          [
            t.median,
            now.median && (
              <>
                <Amount value={now.median} symbol="IDR" /> ({t.samples(now.samples)})
              </>
            ),
          ],
          [t.age, t.seconds(Math.floor(now.ageMs / 1_000))],
          [t.source, now.source],
        ]
  return (
    <Section title={t.price}>
      <Facts
        facts={[
          [
            t.priceUsed,
            used === null ? t.noPrice : <Amount key="used" value={used} symbol="IDR" />,
          ],
          ...present,
        ]}
      />
    </Section>
  )
}
