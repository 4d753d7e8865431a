/** Reads the Dockerfile and `.dockerignore`, as far as ours use them; anything else is refused. */

export type Instruction = Readonly<{ name: string; text: string }>

/** The instructions of one stage, after its `FROM`. */
export type Stage = Readonly<{
  base: string
  alias: string | null
  instructions: readonly Instruction[]
}>

export function stagesOf(dockerfile: string): readonly Stage[] {
  const stages: { base: string; alias: string | null; instructions: Instruction[] }[] = []
  for (const { name, text } of instructionsOf(dockerfile)) {
    if (name === 'FROM') {
      const [base = '', as = null, alias = null, ...rest] = text.split(/\s+/)
      if (rest.length > 0 || (as !== null && as.toUpperCase() !== 'AS')) {
        throw new SyntaxError(`FROM ${text}`)
      }
      stages.push({ base, alias, instructions: [] })
    } else {
      const stage = stages.at(-1)
      if (stage === undefined) throw new SyntaxError(`${name} before the first FROM`)
      stage.instructions.push({ name, text })
    }
  }
  return stages
}

function instructionsOf(dockerfile: string): readonly Instruction[] {
  const whole = dockerfile
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
  return whole.split('\n').flatMap((line) => {
    const match = /^([A-Z]+)\s+(.*\S)\s*$/.exec(line)
    if (match === null && line.trim() !== '') throw new SyntaxError(line)
    const [, name = '', text = ''] = match ?? []
    return match === null ? [] : [{ name, text }]
  })
}

/** Reads the pairs of `ENV A=1 B=2`; quotes are not supported. */
export function pairsOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text.split(/\s+/).map((pair) => {
      const match = /^(\w+)=([^"'\s]*)$/.exec(pair)
      if (match === null) throw new SyntaxError(`ENV ${text}`)
      return [match[1], match[2]]
    }),
  )
}

/** Reads the command of `CMD ["…"]`, also after the options of a health check. */
export function commandOf(text: string): readonly string[] {
  const parsed: unknown = JSON.parse(text.slice(text.indexOf('[')))
  if (!Array.isArray(parsed)) throw new SyntaxError(text)
  return parsed.map(String)
}

/**
 * Returns whether a path, relative to the context, stays out of it. The last pattern that matches
 * the path or one of its folders decides, as the engines do it.
 */
export function isIgnored(file: string, dockerignore: string): boolean {
  const patterns = dockerignore.split('\n').filter((line) => /^[^#\s]/.test(line))
  const parts = file.split('/')
  const places = parts.map((_part, at) => parts.slice(0, at + 1).join('/'))
  return patterns.reduce((isOut, line) => {
    const pattern = expressionOf(line.replace(/^!/, ''))
    const matches = places.some((place) => pattern.test(place))
    return matches ? !line.startsWith('!') : isOut
  }, false)
}

/** `*` also matches names that begin with a dot, other than in a shell. */
const expressionOf = (pattern: string): RegExp => {
  const parts = pattern.split(/(\*\*\/|\*\*|\*)/).map((part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '**') return '.*'
    return part === '*' ? '[^/]*' : RegExp.escape(part)
  })
  return new RegExp(`^${parts.join('')}$`)
}
