import { Link } from 'wouter'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { wordIn } from '../../ui/word-in.ts'
import {
  breakPath,
  claimPath,
  eventPath,
  identityPath,
  inquiryPath,
  listPath,
  operatorPath,
  orderPath,
  proposalPath,
  userPath,
  withdrawalPath,
} from '../paths.ts'
import { reasonTexts } from '../reason-texts.ts'
import { amountInWords } from '../words/alert-words.ts'
import { proposedInWords } from '../words/proposed-words.ts'
import { alertTexts } from './alert-texts.ts'

const found = (text: string): string => listPath('search', { q: text })

/** The pages of what facts name; what has no page is searched. */
const pagesOf: Readonly<Record<string, (id: string) => string>> = {
  userId: userPath,
  user: userPath,
  otherUserId: userPath,
  requestId: withdrawalPath,
  orderNo: orderPath,
  order: orderPath,
  clientOrderId: orderPath,
  breakId: breakPath,
  depositId: claimPath,
  inboxId: eventPath,
  inquiryId: inquiryPath,
  operatorId: operatorPath,
  byId: operatorPath,
  proposal: proposalPath,
  history: identityPath,
  txHash: found,
  payment: found,
  providerId: found,
  account: found,
}

const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** The facts of an alert by their names, each with a link to what it names. */
export function AlertFacts({ facts }: Readonly<{ facts: unknown }>) {
  const t = useTexts(alertTexts)
  const why = useTexts(reasonTexts)
  const language = useLanguage()
  const inWords = (name: string, value: string): string => {
    if (name === 'before' || name === 'value') return proposedInWords(value, language)
    if (!/^reasons?$/.test(name)) return amountInWords(value, language)
    return value
      .split(', ')
      .map((reason) => wordIn(why, reason))
      .join(', ')
  }
  const stated = Object.entries(typeof facts === 'object' ? (facts ?? {}) : {}).flatMap(
    ([name, value]) => (value === '' ? [] : [[name, `${value}`] as const]),
  )
  return (
    <ul className="alert-facts">
      {stated.map(([name, value]) => {
        const path = Object.hasOwn(pagesOf, name) ? pagesOf[name]?.(value) : undefined
        return (
          <li key={name}>
            <span className="quiet">{wordIn(t, name)}:</span>{' '}
            {path !== undefined ? (
              <Link href={path}>{value}</Link>
            ) : isTime.test(value) ? (
              <Time at={value} />
            ) : (
              inWords(name, value)
            )}
          </li>
        )
      })}
    </ul>
  )
}
