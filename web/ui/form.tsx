import { type Conflict, Refusal } from '@tukar/client'
import {
  createContext,
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  use,
  useId,
  useRef,
  useState,
} from 'react'
import { ConflictChoice } from './conflict.tsx'
import { isAboutField, useFailureText, useFieldText } from './failure-text.ts'
import { useTexts } from './language.tsx'
import { Notice } from './status.tsx'
import { uiWords } from './words.ts'

/** The values of a form, by the names of its fields. */
export type Values = Readonly<Record<string, string>>

/** What is wrong with fields, by their names. */
export type Problems = Readonly<Record<string, string | null>>

type FormProps = Readonly<{
  submit: string
  /**
   * Sends the values, and the version that they replace. What it throws is shown, at its field if
   * it names one.
   */
  onSubmit: (values: Values, version: string) => Promise<unknown>
  /** The version of the edited item when the form was opened. */
  version?: string | undefined
  /** Reads the item again, and shows it in a new form. */
  onReload?: () => void
  /** Returns what is wrong before anything is sent. */
  check?: (values: Values) => Problems
  /** The fields that refusals are about. */
  fieldOf?: Readonly<Partial<Record<Refusal['key'], string>>>
  /** `plain` beside another form whose action is the page's main one. */
  tone?: 'main' | 'buy' | 'sell' | 'danger' | 'plain'
  children: ReactNode
}>

const toneClass = (tone: FormProps['tone']): string => (tone === 'plain' ? '' : `primary ${tone}`)

const ProblemsContext = createContext<Problems>({})

/** A form that sends once at a time, and shows refusals beside their fields. */
export function Form(props: FormProps) {
  const { submit, onSubmit, check, fieldOf, tone = 'main', children, onReload } = props
  const failureText = useFailureText()
  const fieldText = useFieldText()
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const version = useRef(props.version ?? '')

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = valuesOf(event.currentTarget)
    const found = check?.(values) ?? {}
    setProblems(found)
    setFailure(null)
    if (Object.values(found).some(Boolean) || sending) return
    setSending(true)
    try {
      await onSubmit(values, version.current)
    } catch (error) {
      if (error instanceof Refusal && error.conflict !== null) return setConflict(error.conflict)
      const known = error instanceof Refusal ? fieldOf?.[error.key] : undefined
      const text = failureText(error)
      const refused = refusedIn(error, Object.keys(values), { known, text, fieldText })
      if (refused === null) setFailure(text)
      else setProblems(refused)
    } finally {
      setSending(false)
    }
  }
  /** What was wrong with a field may be right now. */
  const forget = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!isControl(target)) return
    const { name } = target
    setProblems((known) => ({ ...known, [name]: null }))
  }
  return (
    <form onSubmit={(event) => void send(event)} onInput={forget} noValidate={check !== undefined}>
      <ProblemsContext value={problems}>{children}</ProblemsContext>
      {failure !== null && <Notice tone="bad">{failure}</Notice>}
      {conflict === null || onReload === undefined ? (
        <button type="submit" className={toneClass(tone)} disabled={sending} aria-busy={sending}>
          {submit}
        </button>
      ) : (
        <ConflictChoice
          conflict={conflict}
          disabled={sending}
          onShowTheirs={onReload}
          onKeepMine={() => {
            version.current = conflict.version
          }}
        />
      )}
    </form>
  )
}

const isControl = (target: EventTarget) =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement

const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )

type RefusalTexts = Readonly<{
  known: string | undefined
  text: string
  fieldText: (sentence: string) => string
}>

/** What is wrong with which fields of the form; null if the refusal is about none of them. */
function refusedIn(
  error: unknown,
  names: readonly string[],
  { known, text, fieldText }: RefusalTexts,
): Problems | null {
  const refused = refusedFields(error, names, fieldText)
  if (refused !== null) return refused
  const field = known ?? fieldRefusedIn(error, names)
  if (field === null) return null
  return { [field]: isAboutField(error) ? fieldText(error.message) : text }
}

/** What the service says of each field; null unless the form has them all. */
function refusedFields(
  error: unknown,
  names: readonly string[],
  fieldText: (sentence: string) => string,
): Problems | null {
  const refused = isAboutField(error) ? Object.entries(error.fields) : []
  if (refused.length === 0 || refused.some(([name]) => !names.includes(name))) return null
  return Object.fromEntries(
    refused.map(([name, sentences]) => [name, sentences.map(fieldText).join(' ')]),
  )
}

/** The service says `The otp code is required.` of the field `otpCode`. */
function fieldRefusedIn(error: unknown, names: readonly string[]): string | null {
  if (!isAboutField(error)) return null
  const sentence = error.message.toLowerCase()
  const words = (name: string) =>
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase()
  const longestFirst = names.toSorted((one, other) => other.length - one.length)
  return longestFirst.find((name) => sentence.startsWith(`the ${words(name)} `)) ?? null
}

/** Returns the id of a field's problem, and the problem itself. */
export function useProblem(name: string): readonly [id: string, problem: string | null] {
  return [useId(), use(ProblemsContext)[name] ?? null]
}

type FrameProps = Readonly<{ name: string; label: string; hint?: ReactNode; children: ReactNode }>

/** A label with its input and, below it, its hint and what is wrong. */
function FieldFrame({ name, label, hint, children, id }: FrameProps & Readonly<{ id: string }>) {
  const problem = use(ProblemsContext)[name] ?? null
  return (
    <div className="field">
      <label htmlFor={`${id}-input`}>{label}</label>
      {children}
      {hint !== undefined && <div className="hint">{hint}</div>}
      <div id={id} className="problem" role="alert">
        {problem}
      </div>
    </div>
  )
}

type FieldProps = Readonly<{ name: string; label: string; hint?: ReactNode; unit?: ReactNode }> &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'id'>

export function Field({ name, label, hint, unit, ...input }: FieldProps) {
  const [id, problem] = useProblem(name)
  return (
    <FieldFrame {...{ name, label, hint, id }}>
      <div className="input">
        <input
          {...input}
          id={`${id}-input`}
          name={name}
          aria-invalid={problem !== null}
          aria-describedby={id}
        />
        {unit !== undefined && <span className="unit">{unit}</span>}
      </div>
    </FieldFrame>
  )
}

/** A password that the user can show. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'unit'>) {
  const words = useTexts(uiWords)
  const [shown, setShown] = useState(false)
  const toggle = (
    <button type="button" className="link" onClick={() => setShown(!shown)} aria-pressed={shown}>
      {shown ? words.hide : words.show}
    </button>
  )
  return <Field {...props} type={shown ? 'text' : 'password'} unit={toggle} />
}

type TextAreaProps = Readonly<{ name: string; label: string; hint?: ReactNode }> &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name' | 'id'>

/** Several lines of text. */
export function TextArea({ name, label, hint, ...area }: TextAreaProps) {
  const [id, problem] = useProblem(name)
  return (
    <FieldFrame {...{ name, label, hint, id }}>
      <textarea
        rows={3}
        {...area}
        id={`${id}-input`}
        name={name}
        aria-invalid={problem !== null}
        aria-describedby={id}
      />
    </FieldFrame>
  )
}

export type Choice = Readonly<{ value: string; label: string }>

type SelectProps = Readonly<{
  name: string
  label: string
  hint?: ReactNode
  choices: readonly Choice[]
  value?: string
  defaultValue?: string
  onChoose?: (value: string) => void
}>

export function Select({ name, label, hint, choices, onChoose, ...input }: SelectProps) {
  const [id, problem] = useProblem(name)
  return (
    <FieldFrame {...{ name, label, hint, id }}>
      <select
        {...input}
        id={`${id}-input`}
        name={name}
        onChange={(event) => onChoose?.(event.target.value)}
        aria-invalid={problem !== null}
        aria-describedby={id}
      >
        {choices.map(({ value, label: shown }) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
