import { useTexts } from '../ui/language.tsx'
import { Status } from '../ui/status.tsx'
import { Facts } from './facts.tsx'
import { words } from './texts.ts'

const plain = (word: string): string =>
  word
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toUpperCase()

/** A name, with the words marked that another one lacks. */
function Marked({ name, besides }: Readonly<{ name: string; besides: string }>) {
  const known = new Set(besides.split(/\s+/).map(plain))
  return name.split(/\s+/).map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a name never change.
    <span key={at}>
      {at > 0 && ' '}
      {known.has(plain(word)) ? word : <mark>{word}</mark>}
    </span>
  ))
}

type NamesProps = Readonly<{
  /** What the other name is of: the holder of an account, the payer. */
  label: string
  other: string | null
  /** On the identity card; null if it is not known, or the operator may not read it. */
  proven: string | null
  /** As the service compared them; null if a name is not known. */
  isSame: boolean | null
}>

/** A name beside the one on the identity card, and whether they are one person's. */
export function ComparedNames({ label, other, proven, isSame }: NamesProps) {
  const t = useTexts(words)
  const differs = isSame === false && other !== null && proven !== null
  return (
    <>
      <Facts
        facts={[
          [label, differs ? <Marked key="other" name={other} besides={proven} /> : other],
          [t.provenName, differs ? <Marked key="proven" name={proven} besides={other} /> : proven],
        ]}
      />
      {isSame !== null && (
        <p>
          <Status tone={isSame ? 'good' : 'bad'}>{isSame ? t.sameName : t.otherName}</Status>
        </p>
      )}
    </>
  )
}
