import { useState } from 'react'
import { Icon } from './icon.tsx'
import { useTexts } from './language.tsx'
import { uiWords } from './words.ts'

type CopyProps = Readonly<{
  text: string
  /** Shown as an icon, for tables. */
  isSmall?: boolean
}>

/**
 * A button that copies a text, and says so for a moment. A page that is no secure origin may not
 * copy: there the text is shown selected.
 */
export function CopyButton({ text, isSmall = false }: CopyProps) {
  const words = useTexts(uiWords)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!isSecureContext) {
      prompt(words.copy, text)
      return
    }
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  const label = copied ? words.copied : words.copy
  return isSmall ? (
    <button
      type="button"
      className="link copy-icon"
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      <Icon name={copied ? 'done' : 'copy'} />
    </button>
  ) : (
    <button type="button" className="link" onClick={() => void copy()}>
      {label}
    </button>
  )
}

type IdProps = Readonly<{ id: string; chars?: number }>

const isLong = ({ id, chars = 6 }: IdProps): boolean => id.length > 2 * chars + 1

/** A long identifier, shortened in the middle. */
export const ShortText = ({ id, chars = 6 }: IdProps) => (
  <code className="short-text" title={id}>
    {isLong({ id, chars }) ? `${id.slice(0, chars)}…${id.slice(-chars)}` : id}
  </code>
)

/** The same with a button that copies the whole one, if it was shortened. */
export const ShortId = (props: IdProps) => (
  <span className="short-id">
    <ShortText {...props} />
    {isLong(props) && <CopyButton text={props.id} isSmall />}
  </span>
)
