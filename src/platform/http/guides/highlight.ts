import { escaped } from '../../../base/values/markup.ts'

/** The kinds of words that are coloured, in the order in which they are tried. */
type Grammar = Readonly<Record<string, RegExp>>

const text = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/
const number = /\b\d[\d_]*(?:\.\d+)?\b/

const script: Grammar = {
  comment: /\/\/[^\n]*|\/\*[\s\S]*?\*\//,
  text: new RegExp(`${text.source}|\`(?:\\\\.|[^\`\\\\])*\``),
  word: new RegExp(
    `\\b(?:${['as|async|await|break|case|catch|class|const|continue|else|export|extends|false']
      .concat(['finally|for|from|function|if|import|in|instanceof|let|new|null|of|return|switch'])
      .concat(['throw|true|try|type|typeof|undefined|while'])
      .join('|')})\\b`,
  ),
  number,
}
const shellWords = 'case|do|done|elif|else|esac|export|fi|for|if|in|then|until|while'
const shell: Grammar = {
  comment: /(?<=^|\s)#[^\n]*/,
  text,
  name: /\$(?:\w+|\{[^}]*\})/,
  word: new RegExp(`(?<=^|[\\s;|&(])(?:${shellWords})(?=\\s|;|$)`),
}
const data: Grammar = { text, word: /\b(?:true|false|null)\b/, number }

const grammars: Readonly<Record<string, Grammar>> = {
  sh: shell,
  ts: script,
  js: script,
  json: data,
  output: data,
}

/** Returns code as HTML, with the words of known languages in elements of their kind. */
export function highlighted(code: string, language: string): string {
  const grammar = grammars[language]
  if (grammar === undefined) return escaped(code)
  const kinds = Object.entries(grammar)
  const any = new RegExp(kinds.map(([kind, { source }]) => `(?<${kind}>${source})`).join('|'), 'gm')
  let html = ''
  let end = 0
  for (const { 0: found, index, groups = {} } of code.matchAll(any)) {
    const kind = kinds.find(([name]) => groups[name] !== undefined)?.[0] ?? ''
    html += `${escaped(code.slice(end, index))}<span class="code-${kind}">${escaped(found)}</span>`
    end = index + found.length
  }
  return html + escaped(code.slice(end))
}
